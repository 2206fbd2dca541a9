#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "smsvm/objective.hpp"
#include "solver/ascent/dual_step.hpp"
#include "solver/ascent/newton_work.hpp"
#include "solver/ascent/number_packing.hpp"
#include "solver/ascent/row_products.hpp"

namespace smsvm {

/// The weights of a dual point without ℓ1, w = Λ⁻¹ v. D is a parabola along each a_i.
template <class Value>
class ScaledWeights {
 public:
  static constexpr double passes_to_prepare = 1;  ///< for the squares

  ScaledWeights(const HeldRows& held, const Objective& objective)
      : inverse_(feature_weights(objective)),
        products_(held, objective.has_intercept, inverse_),
        point_(objective.dimension(), 0.0) {
    double total = 0, length = 0;
    for (std::int64_t i = 0; i < held.rows; ++i) {
      total += square_.emplace_back(products_.square(i));
      length += static_cast<double>(products_.length(i));
    }
    const auto rows = static_cast<double>(held.rows);
    shape_ = {rows, static_cast<double>(held.features), length / rows};
    if (!objective.has_intercept) return;
    hold_ = hold_of_intercept(total / rows, objective.l2.back());
    inverse_.back() = 1 / (objective.l2.back() + hold_);
    for (double& square : square_) square += inverse_.back();
  }
  ScaledWeights(const ScaledWeights&) = delete;  // the products refer to inverse_
  ScaledWeights& operator=(const ScaledWeights&) = delete;

  std::int64_t length(std::int64_t i) const { return products_.length(i); }
  /// (x_i, 1)' Λ⁻¹ (x_i, 1)
  double square(std::int64_t i) const { return square_[static_cast<std::size_t>(i)]; }
  /// x_i'w + b
  double product(std::int64_t i) const { return products_.dot(i, point_.data()); }

  /// The largest D along a_i.
  DualStep climb(const DualRow& at) {
    const double curvature = at.share * square(at.row);
    const double to = std::clamp(at.value + at.slack / curvature, 0.0, 1.0), change = to - at.value;
    if (change == 0) return {to, 0};
    products_.add(at.row, change * at.share * at.sign, point_.data());
    return {to, at.share * change * (at.slack - 0.5 * curvature * change)};
  }

  /// The unknowns of Newton's systems. `between`: rows with 0 < a < 1.
  std::int64_t newton_size(std::int64_t between) const { return between; }
  double newton_work(std::int64_t between) const { return newton_work_over_rows(shape_, between); }

  double intercept() const { return point_.back(); }
  /// Lets b follow where `balance`, its v, pulls it.
  void recenter_intercept(double balance) { point_.back() = (hold_ * point_.back() + balance) * inverse_.back(); }
  std::vector<double> point() const { return point_; }

  /// What steps have changed.
  void save(NumberPacker& to) const { to.put(point_); }
  void restore(NumberUnpacker& from) { from.fill(point_); }

 private:
  /// 1/λ_j of the features; the intercept's place, if there is one, is kept for later.
  static std::vector<double> feature_weights(const Objective& objective) {
    std::vector<double> inverse;
    for (const double l2 : objective.l2) inverse.push_back(1 / l2);
    if (objective.has_intercept) inverse.back() = 0;
    return inverse;
  }

  std::vector<double> inverse_;  ///< 1/λ_j, 1/(λ_b + ρ)
  RowProducts<Value> products_;
  std::vector<double> point_;
  std::vector<double> square_;
  RowShape shape_;
  double hold_ = 0;
};

}  // namespace smsvm
