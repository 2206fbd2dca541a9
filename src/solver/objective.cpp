#include "smsvm/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "smsvm/error.hpp"

namespace smsvm {

Penalty Penalty::from_c(double c, double l1_ratio, double total_weight, Intercept intercept) {
  if (!(c > 0) || !std::isfinite(c)) throw OptionError(fmt::format("-C is {}; it must be a positive number", c));
  if (!(l1_ratio >= 0 && l1_ratio <= 1))
    throw OptionError(fmt::format("--l1-ratio is {}; it must lie between 0 and 1", l1_ratio));
  Penalty penalty;
  penalty.l2 = (1 - l1_ratio) / (c * total_weight);
  penalty.l1 = l1_ratio / (c * total_weight);
  penalty.intercept = intercept;
  return penalty;
}

double Penalty::c(double total_weight) const {
  return l1 + l2 > 0 ? 1 / ((l1 + l2) * total_weight) : std::numeric_limits<double>::infinity();
}

double Penalty::l1_ratio() const { return l1 + l2 > 0 ? l1 / (l1 + l2) : 0; }

void Penalty::check(std::int64_t features) const {
  if (!(l2 >= 0) || !std::isfinite(l2)) throw OptionError(fmt::format("--l2 is {}; it must be 0 or more", l2));
  if (!(l1 >= 0) || !std::isfinite(l1)) throw OptionError(fmt::format("--l1 is {}; it must be 0 or more", l1));
  if (!factor.empty() && static_cast<std::int64_t>(factor.size()) != features)
    throw OptionError(fmt::format("{} penalty factors for {} features", factor.size(), features));
  for (const double f : factor) {
    if (!(f >= 0) || !std::isfinite(f))
      throw OptionError(fmt::format("a penalty factor is {}; each must be 0 or more", f));
  }
  if (!scale.empty() && static_cast<std::int64_t>(scale.size()) != features)
    throw OptionError(fmt::format("{} scales for {} features", scale.size(), features));
  constexpr double least = 1e-150, greatest = 1e150;  // their squares must be numbers
  for (const double s : scale) {
    if (!(s >= least && s <= greatest))
      throw OptionError(
          fmt::format("the scale of a feature is {}; each must be between {} and {}", s, least, greatest));
  }
}

Objective::Objective(const Penalty& penalty, std::int64_t features, double weight)
    : l2(static_cast<std::size_t>(features), penalty.l2),
      l1(static_cast<std::size_t>(features), penalty.l1),
      total_weight(weight),
      has_intercept(penalty.intercept != Intercept::none) {
  for (std::size_t j = 0; j < penalty.factor.size(); ++j) {
    l2[j] *= penalty.factor[j];
    l1[j] *= penalty.factor[j];
  }
  for (std::size_t j = 0; j < penalty.scale.size(); ++j) {
    l2[j] *= penalty.scale[j] * penalty.scale[j];
    l1[j] *= penalty.scale[j];
  }
  if (has_intercept) {
    const bool free = penalty.intercept == Intercept::free;
    l2.push_back(free ? 0 : penalty.l2);
    l1.push_back(free ? 0 : penalty.l1);
  }
}

bool Objective::has_l1() const {
  return std::any_of(l1.begin(), l1.end(), [](double mu) { return mu > 0; });
}

double Objective::penalty(const std::vector<double>& point) const {
  double sum = 0;
  for (std::size_t j = 0; j < point.size(); ++j)  // half of a λ that is subnormal may be nothing
    sum += (l2[j] * (0.5 * point[j]) + std::copysign(l1[j], point[j])) * point[j];
  return sum;
}

}  // namespace smsvm
