#include "solver/ascent/primal_dual_gradients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "solver/ascent/forecast.hpp"
#include "solver/ascent/newton_work.hpp"
#include "solver/ascent/two_way_rows.hpp"
#include "solver/step/soft_threshold.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

/// Where a concave function of one number in [low, high] is largest, to a millionth of the width.
template <class Function>
double largest_of_concave(double low, double high, const Function& value) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = value(left), at_right = value(right);
  for (int k = 0; k < 28; ++k) {
    if (at_left < at_right) {
      low = std::exchange(left, right), at_left = at_right;
      right = low + golden * (high - low), at_right = value(right);
    } else {
      high = std::exchange(right, left), at_right = at_left;
      left = high - golden * (high - low), at_left = value(left);
    }
  }
  return (low + high) / 2;
}

/// Lines cut into parts of about the same number of values, as many whatever the threads.
std::vector<std::int64_t> cut(const std::vector<std::size_t>& start) {
  constexpr std::size_t parts = 64;
  std::vector<std::int64_t> first{0};
  const std::size_t lines = start.size() - 1, total = start.back() + lines;
  for (std::size_t line = 0; line < lines; ++line)
    if ((start[line + 1] + line + 1) * parts >= total * first.size())
      first.push_back(static_cast<std::int64_t>(line) + 1);
  if (first.back() != static_cast<std::int64_t>(lines)) first.push_back(static_cast<std::int64_t>(lines));
  return first;
}

/// A point and what a restart needs of it. `next`: where the next step begins, which may be outside the box.
struct Coordinates {
  explicit Coordinates(std::size_t size) : at(size), next(size), anchor(size), step(size) {}

  std::vector<double> at;      ///< after the last step; feasible
  std::vector<double> next;    ///< between the reflection of that step and the anchor
  std::vector<double> anchor;  ///< where the last restart was
  std::vector<double> step;    ///< squares of the scale: how long steps are
};

template <class Value>
class Gradients {
 public:
  Gradients(const HeldRows& held, const Objective& objective, ThreadPool& pool)
      : held_(held),
        objective_(objective),
        pool_(pool),
        data_(held),
        row_parts_(cut(data_.rows().start)),
        column_parts_(cut(data_.columns().start)),
        w_(objective.dimension()),
        a_(static_cast<std::size_t>(held.rows)),
        reflected_(objective.dimension()),
        pull_(a_.at.size()),
        score_(a_.at.size()) {
    for (std::size_t i = 0; i < pull_.size(); ++i)
      share_.push_back(held.target.weight_of(i) / objective.total_weight * held.target.sign[i]);
    scale();
  }

  DualStart run(const GradientLimits& limits, const DualStart& from, const std::function<bool()>& keep_going) {
    begin_at(from);
    Forecast forecast;
    constexpr int often = 40;
    for (std::int64_t iteration = 1; active_ > 0 && (!keep_going || keep_going()); ++iteration) {
      step();
      if (iteration % often == 0) {
        look();
        const double gap = primal_ - dual_;
        if (!std::isfinite(gap))
          return {.point = {}, .dual = {}, .passes = products_};  // values near the largest number
        constexpr double margin = 0.9;                            // the claim is made by a sweep of its own
        if (gap <= margin * limits.tolerance * primal_) break;
        forecast.note(work_, gap);
        if (newton_is_cheaper(limits, forecast.remaining(limits.tolerance * primal_))) break;
        start_.out_of_passes = products_ + 2 * often + 4 > limits.max_passes;
        if (start_.out_of_passes) break;
      }
      if (is_time_to_restart(iteration)) restart();
    }
    if (start_.point.empty()) look();
    start_.relative_gap = primal_ > 0 ? (primal_ - dual_) / primal_ : 0;
    start_.epsilon = smoothing();
    start_.passes = products_;
    return std::move(start_);
  }

 private:
  // Products and sums, part by part: `of(line)` for each line, added up in order.
  template <class Of>
  double sum_over(const std::vector<std::int64_t>& parts, const Of& of) {
    std::vector<double> sum(parts.size() - 1);
    pool_.for_each(std::ssize(sum), [&](std::int64_t part) {
      const auto k = static_cast<std::size_t>(part);
      double its = 0;
      for (std::int64_t line = parts[k]; line < parts[k + 1]; ++line) its += of(line);
      sum[k] = its;
    });
    return std::accumulate(sum.begin(), sum.end(), 0.0);
  }
  template <class Of>
  double sum_over_rows(const Of& of) {
    return sum_over(row_parts_, [&](std::int64_t i) { return of(static_cast<std::size_t>(i)); });
  }
  /// Of the features; the intercept is not among them.
  template <class Of>
  double sum_over_columns(const Of& of) {
    return sum_over(column_parts_, [&](std::int64_t j) { return of(static_cast<std::size_t>(j)); });
  }
  void count_product() {
    ++products_;
    constexpr double easy = 0.5;  // of the time of a value that the ascent visits
    work_ += easy * static_cast<double>(data_.values());
  }

  double product_with_row(std::size_t i, const std::vector<double>& w) const {
    return data_.rows().dot(static_cast<std::int64_t>(i), w.data()) + (objective_.has_intercept ? w.back() : 0.0);
  }
  double product_with_column(std::size_t j, const std::vector<double>& a) const {
    return data_.columns().dot(static_cast<std::int64_t>(j), a.data());
  }

  /// Scales such that B = E (c/N) Y X D has entries near 1, and then ‖B‖ ≤ 1 (Pock and Chambolle): a step of 1 is safe.
  void scale() {
    std::vector<double> of_row(a_.at.size(), 1.0), of_column(w_.at.size(), 1.0);
    constexpr int rounds = 5;
    for (int round = 0; round <= rounds; ++round) {
      const bool last = round == rounds;
      const auto add = [last](double sum, double x) { return last ? sum + x : std::max(sum, x); };
      std::vector<double> row(of_row.size()), column(of_column.size());
      const auto turn = [](double sum, double& factor) {
        if (sum > 0 && std::isfinite(sum)) factor /= std::sqrt(sum);
      };
      for (std::size_t i = 0; i < row.size(); ++i) {
        const double own = std::abs(share_[i]) * of_row[i];
        const auto take = [&](std::size_t j, double x) {
          const double entry = own * std::abs(x) * of_column[j];
          row[i] = add(row[i], entry);
          column[j] = add(column[j], entry);
        };
        data_.rows().for_each_value(static_cast<std::int64_t>(i), take);
        if (objective_.has_intercept) take(of_column.size() - 1, 1);
      }
      for (std::size_t i = 0; i < row.size(); ++i) turn(row[i], of_row[i]);
      for (std::size_t j = 0; j < column.size(); ++j) turn(column[j], of_column[j]);
      count_product();
    }
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      a_.step[i] = share_[i] == 0 ? 0 : of_row[i] * of_row[i];
      active_ += share_[i] != 0;
    }
    for (std::size_t j = 0; j < of_column.size(); ++j) w_.step[j] = of_column[j] * of_column[j];
    double prices = 0, gains = 0;
    for (std::size_t j = 0; j < of_column.size(); ++j) prices += objective_.l1[j] * objective_.l1[j] * w_.step[j];
    for (std::size_t i = 0; i < of_row.size(); ++i) gains += share_[i] * share_[i] * a_.step[i];
    if (prices > 0 && gains > 0) balance_ = std::sqrt(prices / gains);
  }

  void begin_at(const DualStart& from) {
    if (!from.point.empty()) w_.at = from.point;
    if (!from.dual.empty()) a_.at = from.dual;
    anchor_here();
    if (!from.point.empty()) look();  // it may be better than what the first steps lead to
  }
  void anchor_here() {
    w_.anchor = w_.next = w_.at;
    a_.anchor = a_.next = a_.at;
    pulled_ = sum_over_rows([&](std::size_t i) { return pull_[i] = share_[i] * a_.next[i]; });
    since_restart_ = 0;
  }

  /// w̄ = prox(w + τ D² X'a), ā = clip(a + σ E² (1 − X (2w̄ − w))), and then 2 (w̄, ā) − (w, a) is mixed with the anchor.
  void step() {
    const double k = static_cast<double>(since_restart_), mine = (k + 1) / (k + 2), anchors = 1 / (k + 2);
    const auto move_weight = [&](std::size_t j, double v) {
      const double length = w_.step[j] / balance_, w = w_.next[j];
      w_.at[j] = soft_threshold(w + length * v, length * objective_.l1[j]) / (1 + length * objective_.l2[j]);
      reflected_[j] = 2 * w_.at[j] - w;
      w_.next[j] = mine * reflected_[j] + anchors * w_.anchor[j];
      const double moved = w_.at[j] - w;
      return w_.step[j] > 0 ? moved * moved / w_.step[j] : 0.0;
    };
    double moved_weights =
        sum_over_columns([&](std::size_t j) { return move_weight(j, product_with_column(j, pull_)); });
    if (objective_.has_intercept) moved_weights += move_weight(w_.at.size() - 1, pulled_);
    double moved_duals = sum_over_rows([&](std::size_t i) {
      if (share_[i] == 0) return 0.0;
      const double length = a_.step[i] * balance_, a = a_.next[i];
      const double slope = std::abs(share_[i]) - share_[i] * product_with_row(i, reflected_);
      a_.at[i] = std::clamp(a + length * slope, 0.0, 1.0);
      a_.next[i] = mine * (2 * a_.at[i] - a) + anchors * a_.anchor[i];
      pull_[i] = share_[i] * a_.next[i];
      const double moved = a_.at[i] - a;
      return moved * moved / a_.step[i];
    });
    if (objective_.has_intercept) pulled_ = sum_over_rows([&](std::size_t i) { return pull_[i]; });
    count_product();
    count_product();
    ++since_restart_;
    last_moved_ = std::exchange(moved_, std::sqrt(balance_ * moved_weights + moved_duals / balance_));
    if (since_restart_ == 1) first_moved_ = last_moved_ = moved_;
  }

  bool is_time_to_restart(std::int64_t iteration) const {
    constexpr double much_less = 0.2, less = 0.8, long_since = 0.36;
    if (since_restart_ < 2) return false;
    return moved_ <= much_less * first_moved_ || (moved_ <= less * first_moved_ && moved_ > last_moved_) ||
           static_cast<double>(since_restart_) >= long_since * static_cast<double>(iteration);
  }
  void restart() {
    double weights = 0, duals = 0;
    for (std::size_t j = 0; j < w_.at.size(); ++j)
      if (w_.step[j] > 0) weights += (w_.at[j] - w_.anchor[j]) * (w_.at[j] - w_.anchor[j]) / w_.step[j];
    for (std::size_t i = 0; i < a_.at.size(); ++i)
      if (a_.step[i] > 0) duals += (a_.at[i] - a_.anchor[i]) * (a_.at[i] - a_.anchor[i]) / a_.step[i];
    if (weights > 0 && duals > 0) balance_ = std::sqrt(balance_ * std::sqrt(duals / weights));
    anchor_here();
  }

  /// P at a multiple of w̄, D at a multiple of ā: the best pair so far.
  void look() {
    sum_over_rows([&](std::size_t i) { return score_[i] = product_with_row(i, w_.at) * (share_[i] < 0 ? -1 : 1); });
    count_product();
    double square = 0, length = 0;
    for (std::size_t j = 0; j < w_.at.size(); ++j) {
      square += objective_.l2[j] * w_.at[j] * w_.at[j] / 2;
      length += objective_.l1[j] * std::abs(w_.at[j]);
    }
    const auto objective_at = [&](double by) {
      return by * by * square + by * length +
             sum_over_rows([&](std::size_t i) { return std::abs(share_[i]) * std::max(0.0, 1 - by * score_[i]); });
    };
    const double by = largest_of_concave(0.5, 1.5, [&](double factor) { return -objective_at(factor); });
    if (const double here = objective_at(by); start_.point.empty() || here < primal_) {
      primal_ = here;
      start_.point = w_.at;
      for (double& w : start_.point) w *= by;
    }
    look_at_dual();
  }

  void look_at_dual() {
    std::vector<double> dual = a_.at;
    const bool free_intercept = objective_.has_intercept && objective_.l2.back() == 0 && objective_.l1.back() == 0;
    std::array<double, 2> of_class{};
    for (std::size_t i = 0; i < dual.size(); ++i) of_class[share_[i] > 0] += std::abs(share_[i]) * dual[i];
    const std::size_t heavier = of_class[1] > of_class[0];
    const double factor = free_intercept && of_class[heavier] > 0 ? of_class[1 - heavier] / of_class[heavier] : 1;
    std::vector<double> pull(dual.size());
    for (std::size_t i = 0; i < dual.size(); ++i) {
      if ((share_[i] > 0) == (heavier == 1)) dual[i] *= factor;
      pull[i] = share_[i] * dual[i];
    }
    const double sum = sum_over_rows([&](std::size_t i) { return std::abs(pull[i]); });
    std::vector<double> v(w_.at.size());
    sum_over_columns([&](std::size_t j) { return v[j] = product_with_column(j, pull); });
    if (objective_.has_intercept && !free_intercept) v.back() = std::accumulate(pull.begin(), pull.end(), 0.0);
    count_product();
    double most = 1;
    for (std::size_t j = 0; j < v.size(); ++j)
      if (objective_.l2[j] == 0 && std::abs(v[j]) > objective_.l1[j])
        most = std::min(most, objective_.l1[j] / std::abs(v[j]));
    const auto bound_at = [&](double by) {
      const auto cost = [&](std::size_t j) {
        const double rest = soft_threshold(by * v[j], objective_.l1[j]);
        return objective_.l2[j] > 0 ? rest * rest / (2 * objective_.l2[j]) : 0.0;
      };
      return by * sum - sum_over_columns(cost) - (objective_.has_intercept ? cost(v.size() - 1) : 0.0);
    };
    const double inside = bound_at(most) >= bound_at(most * (1 - 1e-7)) ? most : largest_of_concave(0, most, bound_at);
    const double bound = bound_at(inside);
    if (!start_.dual.empty() && bound <= dual_) return;
    dual_ = std::max(0.0, bound);
    for (double& a : dual) a *= inside;
    start_.dual = std::move(dual);
  }

  bool newton_is_cheaper(const GradientLimits& limits, double remaining) const {
    const bool over_features = objective_.has_l1();
    const std::int64_t size = newton_size(over_features, w_.at, a_.at);
    if (static_cast<double>(size) > limits.largest_newton) return false;
    double values = 0;  // H is made of columns with a weight alone
    for (std::size_t j = 0; j < static_cast<std::size_t>(held_.features); ++j)
      if (w_.at[j] != 0) values += static_cast<double>(data_.columns().start[j + 1] - data_.columns().start[j]);
    const auto rows = static_cast<double>(held_.rows);
    const RowShape shape{rows, static_cast<double>(held_.features), values / rows};
    const double newton = over_features ? newton_work_over_features(shape, size) : newton_work_over_rows(shape, size);
    // From a pair as far off as that Newton's method would not begin, but at w = 0.
    constexpr auto few = 512;
    const bool is_far = primal_ > 2 * dual_;
    return is_far ? size <= few && newton < work_ : newton < remaining;
  }

  /// The ε that the pair answers to: (2a − 1) r = u over the rows with 0 < a < 1.
  double smoothing() const {
    double sum = 0, count = 0;
    constexpr double nearest = 1e-6;
    for (std::size_t i = 0; i < a_.at.size(); ++i) {
      const double a = a_.at[i], u = 1 - score_[i];
      if (!(a > 0 && a < 1)) continue;
      sum += 4 * a * (1 - a) * std::max(u * u, nearest * nearest);
      ++count;
    }
    return count > 0 ? std::sqrt(sum / count) : 1;
  }

  const HeldRows& held_;
  const Objective& objective_;
  ThreadPool& pool_;
  TwoWayRows<Value> data_;
  std::vector<std::int64_t> row_parts_, column_parts_;
  std::vector<double> share_;  ///< y c/N
  Coordinates w_, a_;
  std::vector<double> reflected_;  ///< 2w̄ − w
  std::vector<double> pull_;       ///< y (c/N) a of the next step
  std::vector<double> score_;      ///< y (x'w + b) at w̄, when last looked at
  double pulled_ = 0;              ///< Σ of pull_
  double balance_ = 1;             ///< ω: steps in a are so many times as long, in w so many times shorter
  double moved_ = 0, last_moved_ = 0, first_moved_ = 0;  ///< by a step, in the scaled norm
  std::int64_t since_restart_ = 0, active_ = 0;
  double primal_ = std::numeric_limits<double>::infinity(), dual_ = 0;
  double products_ = 0, work_ = 0;
  DualStart start_;
};

}  // namespace

DualStart primal_dual_gradients(const HeldRows& held, const Objective& objective, const GradientLimits& limits,
                                const DualStart& from, ThreadPool& pool, const std::function<bool()>& keep_going) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>&) {
        return Gradients<Value>(held, objective, pool).run(limits, from, keep_going);
      },
      held.blocks);
}

}  // namespace smsvm
