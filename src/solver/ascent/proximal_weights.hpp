#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/dual_step.hpp"
#include "solver/ascent/live_rows.hpp"
#include "solver/step/soft_threshold.hpp"

namespace smsvm {

/// A row with 0 < a < 1.
struct ProximalRow {
  std::int64_t row;
  double value;  ///< a_i
  double sign, share;
  double change;
};

/// The weights of a dual point with (σ/2) q_j (w_j − c_j)² in the penalty: w_j = S(v_j + σ q_j c_j, μ_j)/(λ_j + σ q_j),
/// where c is the centre and q_j the largest square of the feature. The intercept is the last coordinate.
template <class Value>
class ProximalWeights {
 public:
  ProximalWeights(const HeldRows& held, const Objective& objective)
      : rows_(held, objective, LiveUnits::of_data),
        dimension_(objective.dimension()),
        has_intercept_(objective.has_intercept),
        weight_(rows_.features().size() + 1, 0.0),
        pull_(weight_.size()),
        scale_(weight_.size(), 0.0),
        place_(weight_.size(), -1) {
    for (std::size_t k = 0; k < pull_.size(); ++k) {
      if (k + 1 == pull_.size() && !has_intercept_) continue;
      pull_[k].threshold = objective.l1[source(k)];
      pull_[k].l2 = objective.l2[source(k)];
    }
    for (std::int64_t i = 0; i < rows_.rows(); ++i) {
      const auto row = rows_.row(i);
      values_ += static_cast<double>(row.length);
      for (std::size_t k = 0; k < row.length; ++k)
        scale_[row.column[k]] = std::max(scale_[row.column[k]], std::abs(static_cast<double>(row.value[k])));
    }
    for (double& scale : scale_) scale = scale * scale > 0 ? scale * scale : 1;
    values_ = std::max(values_, 1.0);
    square_.assign(static_cast<std::size_t>(rows_.rows()), 0.0);
    curvature_.assign(square_.size(), std::numeric_limits<double>::infinity());
  }

  std::size_t size() const { return weight_.size(); }
  double values() const { return values_; }
  std::int64_t length(std::int64_t i) const { return static_cast<std::int64_t>(rows_.row(i).length); }
  const std::vector<double>& weights() const { return weight_; }
  double values_with_a_weight() const {
    double values = 0;
    for (std::int64_t i = 0; i < rows_.rows(); ++i) {
      const auto row = rows_.row(i);
      for (std::size_t k = 0; k < row.length; ++k) values += weight_[row.column[k]] != 0;
    }
    return values;
  }
  /// x_i'w + b
  double product(std::int64_t i) const {
    const auto row = rows_.row(i);
    const double* const weight = weight_.data();
    return weight_.back() + detail::sum_of_terms(0, row.length, [=](std::size_t k) {
             return static_cast<double>(row.value[k]) * weight[row.column[k]];
           });
  }
  void add_row(std::int64_t i, double factor, std::vector<double>& v) const {
    const auto row = rows_.row(i);
    for (std::size_t k = 0; k < row.length; ++k) v[row.column[k]] += factor * static_cast<double>(row.value[k]);
    v.back() += has_intercept_ ? factor : 0;
  }

  double hold() const { return hold_; }
  /// As strong as lets a row of this share change its a by about 1 at the first step.
  double first_hold(double share) const {
    double total = 0;
    for (std::int64_t i = 0; i < rows_.rows(); ++i) {
      const auto row = rows_.row(i);
      for (std::size_t k = 0; k < row.length; ++k) {
        const auto x = static_cast<double>(row.value[k]);
        total += x * x / scale_[row.column[k]];
      }
    }
    constexpr double part = 0.1;
    const double mean = total / static_cast<double>(std::max<std::int64_t>(rows_.rows(), 1));
    return mean > 0 ? part * share * mean : share;
  }
  /// σ. The weights follow with move_centre().
  void set_hold(double hold) {
    hold_ = hold;
    for (std::size_t k = 0; k + 1 < pull_.size(); ++k) pull_[k].inverse = 1 / (pull_[k].l2 + hold_ * scale_[k]);
    double total = 0;
    for (std::size_t i = 0; i < square_.size(); ++i) {
      const auto row = rows_.row(static_cast<std::int64_t>(i));
      const double before = square_[i];
      square_[i] = detail::sum_of_terms(0, row.length, [&](std::size_t k) {
        const auto x = static_cast<double>(row.value[k]);
        return x * x * pull_[row.column[k]].inverse;
      });
      total += square_[i];
      curvature_[i] = before > 0 ? curvature_[i] * (square_[i] / before) : square_[i];
    }
    if (!has_intercept_) return;
    hold_of_b_ = hold_of_intercept(total / static_cast<double>(square_.size()), pull_.back().l2);
    pull_.back().inverse = 1 / (pull_.back().l2 + hold_of_b_);
  }
  /// To where the weights are; `v` is that of a.
  void move_centre(const std::vector<double>& v) {
    for (std::size_t k = 0; k < pull_.size(); ++k) {
      Pull& pull = pull_[k];
      const double held = k + 1 < pull_.size() ? hold_ * scale_[k] : hold_of_b_;
      pull.value = v[k] + held * weight_[k];
      weight_[k] = weight_of(pull);
    }
  }
  void begin_at(const std::vector<double>& point) {
    for (std::size_t k = 0; k + 1 < weight_.size(); ++k) weight_[k] = point[source(k)];
    if (has_intercept_) weight_.back() = point.back();
  }

  /// A larger D along a_i.
  DualStep climb(const DualRow& at) {
    const auto i = static_cast<std::size_t>(at.row);
    return climb_along(at, square_[i] + pull_.back().inverse, curvature_[i],
                       [&](double change) { return move(at, change); });
  }

  /// Moves the rows along Newton's direction, found by conjugate gradients in at most so many products, as far as D
  /// grows and inside the box. Returns how much of it that was.
  double newton(std::vector<ProximalRow>& rows, int products, double& values, const std::function<bool()>& keep_going) {
    const System system = system_of(rows);
    values += 2 * static_cast<double>(system.value.size());
    std::vector<double> direction = solve(system, rows, products, values, keep_going);
    for (const double part : {1.0, 0.25}) {
      std::vector<double> v(size(), 0.0);
      double sum = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        ProximalRow& row = rows[r];
        row.change = std::clamp(row.value + part * direction[r] / row.share, 0.0, 1.0) - row.value;
        sum += row.share * row.change;
        if (row.change != 0) add_row(row.row, row.change * row.share * row.sign, v);
        values += static_cast<double>(length(row.row));
      }
      const double length = best_length(v, sum);
      constexpr double fair = 0.3;
      if (length <= 0 || (part == 1 && length < fair)) continue;
      for (ProximalRow& row : rows) row.value = std::clamp(row.value + length * row.change, 0.0, 1.0);
      for (std::size_t k = 0; k < size(); ++k) {
        pull_[k].value += length * v[k];
        weight_[k] = weight_of(pull_[k]);
      }
      return part * length;
    }
    return 0;
  }

  struct Penalty {
    double square, length;
  };
  /// Σ λ_j w_j²/2 and Σ μ_j |w_j|
  Penalty penalty() const {
    Penalty sum{0, 0};
    for (std::size_t k = 0; k < size(); ++k) {
      sum.square += pull_[k].l2 * weight_[k] * weight_[k] / 2;
      sum.length += pull_[k].threshold * std::abs(weight_[k]);
    }
    return sum;
  }
  /// Σ S(t v_j, μ_j)²/(2 λ_j) where λ_j > 0
  double conjugate(const std::vector<double>& v, double by) const {
    double sum = 0;
    for (std::size_t k = 0; k < size(); ++k) {
      const double rest = soft_threshold(by * v[k], pull_[k].threshold);
      if (pull_[k].l2 > 0) sum += rest * rest / (2 * pull_[k].l2);
    }
    return sum;
  }
  /// By which v may be multiplied, at most 1, so that |v_j| <= μ_j where λ_j = 0.
  double largest_multiple(const std::vector<double>& v) const {
    double most = 1;
    for (std::size_t k = 0; k < size(); ++k)
      if (pull_[k].l2 == 0 && std::abs(v[k]) > pull_[k].threshold)
        most = std::min(most, pull_[k].threshold / std::abs(v[k]));
    return most;
  }

  std::vector<double> point() const {
    std::vector<double> all(dimension_, 0.0);
    for (std::size_t k = 0; k + 1 < weight_.size(); ++k) all[source(k)] = weight_[k];
    if (has_intercept_) all.back() = weight_.back();
    return all;
  }

 private:
  struct Pull {
    double value = 0;      ///< v_j + σ q_j c_j
    double threshold = 0;  ///< μ_j
    double inverse = 0;    ///< 1/(λ_j + σ q_j)
    double l2 = 0;         ///< λ_j
  };
  /// Rows on the features that have a weight, times their signs and the roots of `inverse`.
  struct System {
    std::vector<std::size_t> start{0};
    std::vector<std::uint32_t> column;
    std::vector<double> value;
    std::size_t columns = 0;
  };

  static double weight_of(const Pull& pull) { return soft_threshold(pull.value, pull.threshold) * pull.inverse; }
  std::size_t source(std::size_t k) const {
    return k + 1 < weight_.size() ? static_cast<std::size_t>(rows_.features()[k]) : dimension_ - 1;
  }

  DualMove move(const DualRow& at, double change) {
    const auto row = rows_.row(at.row);
    const double factor = change * at.share * at.sign;
    double penalty = 0, product = 0;
    const auto turn = [&](double x, Pull& pull, double& weight) {
      const double before = soft_threshold(pull.value, pull.threshold);
      pull.value += factor * x;
      const double after = soft_threshold(pull.value, pull.threshold);
      penalty += (after - before) * (after + before) * pull.inverse;
      weight = after * pull.inverse;
      product += weight * x;
    };
    for (std::size_t k = 0; k < row.length; ++k)
      turn(static_cast<double>(row.value[k]), pull_[row.column[k]], weight_[row.column[k]]);
    if (has_intercept_) turn(1, pull_.back(), weight_.back());
    return {at.share * change - 0.5 * penalty, 1 - at.sign * product};
  }

  System system_of(const std::vector<ProximalRow>& rows) {
    System system;
    std::vector<std::uint32_t> with_weight;
    for (const ProximalRow& each : rows) {
      const auto row = rows_.row(each.row);
      for (std::size_t k = 0; k < row.length; ++k) {
        const std::uint32_t j = row.column[k];
        if (weight_[j] == 0) continue;
        if (place_[j] < 0) {
          place_[j] = static_cast<std::int32_t>(with_weight.size());
          with_weight.push_back(j);
        }
        system.column.push_back(static_cast<std::uint32_t>(place_[j]));
        system.value.push_back(each.sign * static_cast<double>(row.value[k]) * std::sqrt(pull_[j].inverse));
      }
      system.start.push_back(system.column.size());
    }
    for (const std::uint32_t j : with_weight) place_[j] = -1;
    system.columns = with_weight.size();
    return system;
  }

  /// Conjugate gradients for (K + δ) d = u with K = Y X Q⁻¹ X' Y over these rows, d the changes of (c/N) a.
  std::vector<double> solve(const System& system, const std::vector<ProximalRow>& rows, int products, double& values,
                            const std::function<bool()>& keep_going) const {
    const std::size_t n = rows.size();
    const double of_b = pull_.back().inverse;
    constexpr double enough = 1e-6, ridge = 1e-6;
    std::vector<double> d(n, 0.0), rest(n), preconditioned(n), along(n), image(n), diagonal(n), t(system.columns);
    double mean = 0;
    for (std::size_t r = 0; r < n; ++r) {
      rest[r] = 1 - rows[r].sign * product(rows[r].row);
      diagonal[r] = of_b;
      for (std::size_t k = system.start[r]; k < system.start[r + 1]; ++k)
        diagonal[r] += system.value[k] * system.value[k];
      mean += square_[static_cast<std::size_t>(rows[r].row)] / static_cast<double>(n);
    }
    const double added = ridge * (mean > 0 ? mean : 1.0);
    double length = 0;
    for (std::size_t r = 0; r < n; ++r) {
      diagonal[r] += added;
      along[r] = rest[r] / diagonal[r];
      length += rest[r] * along[r];
    }
    const double first = length;
    for (int product = 0; product < products && length > enough * first; ++product) {
      if (keep_going && !keep_going()) break;
      std::fill(t.begin(), t.end(), 0.0);
      double balance = 0, curvature = 0;
      for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t k = system.start[r]; k < system.start[r + 1]; ++k)
          t[system.column[k]] += system.value[k] * along[r];
        balance += rows[r].sign * along[r];
      }
      for (std::size_t r = 0; r < n; ++r) {
        image[r] = of_b * balance * rows[r].sign + added * along[r] +
                   detail::sum_of_terms(system.start[r], system.start[r + 1],
                                        [&](std::size_t k) { return system.value[k] * t[system.column[k]]; });
        curvature += along[r] * image[r];
      }
      values += static_cast<double>(system.value.size());
      if (!(curvature > 0)) break;
      const double step = length / curvature, before = length;
      length = 0;
      for (std::size_t r = 0; r < n; ++r) {
        d[r] += step * along[r];
        rest[r] -= step * image[r];
        preconditioned[r] = rest[r] / diagonal[r];
        length += rest[r] * preconditioned[r];
      }
      for (std::size_t r = 0; r < n; ++r) along[r] = preconditioned[r] + length / before * along[r];
    }
    return d;
  }

  /// In [0, 1], where D is largest along v.
  double best_length(const std::vector<double>& v, double sum) const {
    std::vector<std::size_t> moved;
    for (std::size_t k = 0; k < v.size(); ++k)
      if (v[k] != 0) moved.push_back(k);
    const auto slope = [&](double by) {
      double falls = 0;
      for (const std::size_t k : moved)
        falls += v[k] * soft_threshold(pull_[k].value + by * v[k], pull_[k].threshold) * pull_[k].inverse;
      return sum - falls;
    };
    if (!(slope(0) > 0)) return 0;
    if (slope(1) >= 0) return 1;
    double low = 0, high = 1;
    for (int k = 0; k < 25; ++k) {
      const double middle = (low + high) / 2;
      (slope(middle) > 0 ? low : high) = middle;
    }
    return low;
  }

  LiveRows<Value> rows_;
  std::size_t dimension_;
  bool has_intercept_;
  std::vector<double> weight_;
  std::vector<Pull> pull_;
  std::vector<double> scale_;  ///< q
  std::vector<std::int32_t> place_;
  std::vector<double> square_;     ///< x_i' (Λ + σ Q)⁻¹ x_i, without the intercept
  std::vector<double> curvature_;  ///< the same as met along the row's last step
  double values_ = 0;
  double hold_ = 0, hold_of_b_ = 0;  ///< σ, ρ
};

}  // namespace smsvm
