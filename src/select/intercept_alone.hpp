#pragma once

#include <algorithm>
#include <array>

#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// The problem in b alone, w = 0.
class InterceptAlone {
 public:
  InterceptAlone(const Target& target, Intercept kind, double total_weight) : kind_(kind) {
    for (std::size_t i = 0; i < target.sign.size(); ++i) share_[target.sign[i] > 0] += target.weight_of(i);
    for (double& share : share_) share /= total_weight;  // last: whole numbers add up without rounding
  }

  bool heavier_is_positive() const { return share_[1] > share_[0]; }
  double lighter() const { return std::min(share_[0], share_[1]); }
  double heavier() const { return std::max(share_[0], share_[1]); }

  /// |b| at the minimiser.
  double size(const Penalty& penalty) const {
    if (kind_ == Intercept::none) return 0;
    if (kind_ == Intercept::free) return heavier() > lighter() ? 1 : 0;
    const double pull = heavier() - lighter() - penalty.l1;
    if (pull <= 0) return 0;
    return pull > penalty.l2 ? 1 : pull / penalty.l2;
  }
  double minimiser(const Penalty& penalty) const { return heavier_is_positive() ? size(penalty) : -size(penalty); }
  /// Whether all rows of the heavier class then stand there.
  bool reaches_the_kink(const Penalty& penalty) const { return size(penalty) == 1; }

  double primal(const Penalty& penalty) const {
    const double b = size(penalty), loss = 1 - (heavier() - lighter()) * b;
    return kind_ == Intercept::penalized ? loss + (penalty.l2 / 2 * b + penalty.l1) * b : loss;
  }
  /// Σ c a / N over the heavier class at the minimiser; all of it while |b| < 1.
  double heavier_dual(const Penalty& penalty) const {
    if (!reaches_the_kink(penalty)) return heavier();
    return std::min(heavier(), lighter() + (kind_ == Intercept::penalized ? penalty.l1 + penalty.l2 : 0.0));
  }

 private:
  Intercept kind_;
  std::array<double, 2> share_{};
};

}  // namespace smsvm
