#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/dual_step.hpp"
#include "solver/ascent/live_rows.hpp"
#include "solver/ascent/newton_work.hpp"
#include "solver/ascent/number_packing.hpp"
#include "solver/step/soft_threshold.hpp"

namespace smsvm {

/// The weights of a dual point with ℓ1, w_j = S(v_j, μ_j)/λ_j.
///
/// Feature j is kept in units of √λ_j: x_ij/√λ_j, √λ_j w_j = S(v_j/√λ_j, μ_j/√λ_j). Λ then appears nowhere.
template <class Value>
class ThresholdedWeights {
 public:
  static constexpr double passes_to_prepare = LiveRows<Value>::passes_to_read;

  ThresholdedWeights(const HeldRows& held, const Objective& objective)
      : rows_(held, objective, LiveUnits::of_l2), dimension_(objective.dimension()) {
    for (const std::int32_t j : rows_.features()) {
      root_.push_back(std::sqrt(objective.l2[static_cast<std::size_t>(j)]));
      pull_.push_back({0, objective.l1[static_cast<std::size_t>(j)] / root_.back()});
    }
    weight_.assign(root_.size(), 0.0);
    double total = 0;
    for (std::int64_t i = 0; i < held.rows; ++i) total += square_.emplace_back(square_on_features(i));
    if (objective.has_intercept) {
      has_intercept_ = true;
      hold_ = hold_of_intercept(total / static_cast<double>(held.rows), objective.l2.back());
      intercept_root_ = std::sqrt(objective.l2.back() + hold_);
      intercept_pull_.threshold = objective.l1.back() / intercept_root_;
      for (double& square : square_) square += 1 / (intercept_root_ * intercept_root_);
    }
    curvature_ = square_;
  }

  std::int64_t length(std::int64_t i) const { return static_cast<std::int64_t>(rows_.row(i).length); }
  /// (x_i, 1)' Λ⁻¹ (x_i, 1)
  double square(std::int64_t i) const { return square_[static_cast<std::size_t>(i)]; }
  /// x_i'w + b
  double product(std::int64_t i) const {
    const auto row = rows_.row(i);
    const double* const weight = weight_.data();
    return intercept() + detail::sum_of_terms(0, row.length, [=](std::size_t k) {
             return static_cast<double>(row.value[k]) * weight[row.column[k]];
           });
  }

  /// A larger D along a_i.
  DualStep climb(const DualRow& at) {
    return climb_along(at, square(at.row), curvature_[static_cast<std::size_t>(at.row)],
                       [&](double change) { return move(at, change); });
  }

  /// Adds to v; the weights follow with change_thresholds().
  void pull(std::int64_t i, double factor) {
    const auto row = rows_.row(i);
    for (std::size_t k = 0; k < row.length; ++k)
      pull_[row.column[k]].value += factor * static_cast<double>(row.value[k]);
    if (has_intercept_) intercept_pull_.value += factor / intercept_root_;
  }
  /// For another ℓ1; λ must be the same.
  void change_thresholds(const Objective& objective) {
    for (std::size_t k = 0; k < pull_.size(); ++k) {
      pull_[k].threshold = objective.l1[static_cast<std::size_t>(rows_.features()[k])] / root_[k];
      weight_[k] = soft_threshold(pull_[k].value, pull_[k].threshold);
    }
    if (!has_intercept_) return;
    intercept_pull_.threshold = objective.l1.back() / intercept_root_;
    intercept_ = soft_threshold(intercept_pull_.value, intercept_pull_.threshold);
  }
  /// Σ λ_j w_j²/2, which D subtracts.
  double conjugate() const {
    double sum = intercept_ * intercept_ / 2;
    for (const double weight : weight_) sum += weight * weight / 2;
    return sum;
  }

  /// Whatever the rows with 0 < a < 1 are.
  std::int64_t newton_size(std::int64_t) const {
    return std::count_if(weight_.begin(), weight_.end(), [](double w) { return w != 0; });
  }
  double newton_work(std::int64_t between) const {
    return newton_work_over_features(rows_.shape(), newton_size(between));
  }

  double intercept() const { return has_intercept_ ? intercept_ / intercept_root_ : 0.0; }
  /// Lets b follow where `balance`, its v, pulls it.
  void recenter_intercept(double balance) {
    intercept_pull_.value = (hold_ * intercept() + balance) / intercept_root_;
    intercept_ = soft_threshold(intercept_pull_.value, intercept_pull_.threshold);
  }
  std::vector<double> point() const {
    std::vector<double> all(dimension_, 0.0);
    for (std::size_t k = 0; k < weight_.size(); ++k)
      all[static_cast<std::size_t>(rows_.features()[k])] = weight_[k] / root_[k];
    if (has_intercept_) all.back() = intercept();
    return all;
  }

  /// What steps have changed.
  void save(NumberPacker& to) const {
    for (const Pull& pull : pull_) to.put(pull.value);
    to.put(weight_);
    to.put(curvature_);
    to.put(intercept_);
    to.put(intercept_pull_.value);
  }
  void restore(NumberUnpacker& from) {
    for (Pull& pull : pull_) pull.value = from.next();
    from.fill(weight_);
    from.fill(curvature_);
    intercept_ = from.next();
    intercept_pull_.value = from.next();
  }

 private:
  struct Pull {
    double value = 0;      ///< v_j
    double threshold = 0;  ///< μ_j
  };
  DualMove move(const DualRow& at, double change) {
    const auto row = rows_.row(at.row);
    const double factor = change * at.share * at.sign;
    double penalty = 0, product = 0;
    const auto turn = [&](double x, Pull& pull, double& weight) {
      pull.value += factor * x;
      const double after = soft_threshold(pull.value, pull.threshold);
      penalty += (after - weight) * (after + weight);
      product += after * x;
      weight = after;
    };
    for (std::size_t k = 0; k < row.length; ++k)
      turn(static_cast<double>(row.value[k]), pull_[row.column[k]], weight_[row.column[k]]);
    if (has_intercept_) turn(1 / intercept_root_, intercept_pull_, intercept_);
    return {at.share * change - 0.5 * penalty, 1 - at.sign * product};
  }

  double square_on_features(std::int64_t i) const {
    const auto row = rows_.row(i);
    return detail::sum_of_terms(0, row.length, [=](std::size_t k) {
      return static_cast<double>(row.value[k]) * static_cast<double>(row.value[k]);
    });
  }

  LiveRows<Value> rows_;
  std::size_t dimension_;
  std::vector<double> root_;       ///< √λ_j of the live features
  std::vector<Pull> pull_;         ///< v
  std::vector<double> weight_;     ///< w
  std::vector<double> square_;     ///< x_i' Λ⁻¹ x_i
  std::vector<double> curvature_;  ///< the same as met along the row's last step
  bool has_intercept_ = false;
  double intercept_ = 0;  ///< b
  Pull intercept_pull_;   ///< v_b + ρ b_k
  double hold_ = 0;       ///< ρ
  double intercept_root_ = 1;
};

}  // namespace smsvm
