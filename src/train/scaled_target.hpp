#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "smsvm/solver.hpp"

namespace smsvm {

/// A target whose row weights can be added up, multiplied and divided. A common factor of the weights changes nothing
/// (docs/method.md, eq. 1), and a power of two not even a bit; so where the largest is beyond what sums can bear, all
/// are divided by one. Else this is the target itself, which must outlive it.
class ScaledTarget {
 public:
  explicit ScaledTarget(const Target& target) : given_(target) {
    constexpr double least = 1e-100, most = 1e100;
    const double largest = target.weight.empty() ? 1 : *std::max_element(target.weight.begin(), target.weight.end());
    if (!(largest > 0) || (largest >= least && largest <= most)) return;
    scaled_ = target;
    const int exponent = std::ilogb(largest);
    for (double& weight : scaled_->weight) weight = std::scalbn(weight, -exponent);
  }
  const Target& get() const { return scaled_ ? *scaled_ : given_; }

 private:
  const Target& given_;
  std::optional<Target> scaled_;
};

}  // namespace smsvm
