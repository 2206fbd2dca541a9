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
    for (std::size_t i = 0; i < target.sign.size(); ++i)
      share_[target.sign[i] > 0] += (target.weight.empty() ? 1.0 : target.weight[i]) / total_weight;
  }

  bool heavier_is_positive() const { return share_[1] > share_[0]; }
  double lighter() const { return std::min(share_[0], share_[1]); }
  double heavier() const { return std::max(share_[0], share_[1]); }

  /// Σ c a / N over the heavier class at the minimiser; all of it while |b| < 1.
  double heavier_dual(const Penalty& penalty) const {
    if (kind_ == Intercept::none) return heavier();
    const double pull = kind_ == Intercept::penalized ? penalty.l1 + penalty.l2 : 0;  // of the penalty, at |b| = 1
    return std::min(heavier(), lighter() + pull);
  }
  bool reaches_the_kink(const Penalty& penalty) const { return heavier_dual(penalty) < heavier(); }

  double primal(const Penalty& penalty) const {
    if (kind_ == Intercept::none) return 1;
    const double l2 = kind_ == Intercept::penalized ? penalty.l2 : 0,
                 l1 = kind_ == Intercept::penalized ? penalty.l1 : 0;
    if (reaches_the_kink(penalty)) return 2 * lighter() + l2 / 2 + l1;
    const double pull = heavier() - lighter() - l1;
    return pull > 0 ? 1 - pull * pull / (2 * l2) : 1;
  }

  double minimiser(const Penalty& penalty) const {
    const double side = heavier_is_positive() ? 1 : -1;
    if (kind_ == Intercept::none) return 0;
    if (reaches_the_kink(penalty)) return side;
    const double pull = heavier() - lighter() - penalty.l1;  // only a penalised one can stay below 1
    return kind_ == Intercept::penalized && pull > 0 ? side * pull / penalty.l2 : 0;
  }

 private:
  Intercept kind_;
  std::array<double, 2> share_{};
};

}  // namespace smsvm
