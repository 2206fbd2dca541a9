#include "solver/dual_ascent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "solver/row_products.hpp"

namespace smsvm {
namespace {

/// 1/λ_j of the features; the intercept's place, if there is one, is kept for later.
std::vector<double> feature_weights(const Objective& objective) {
  std::vector<double> inverse;
  for (const double l2 : objective.l2) inverse.push_back(1 / l2);
  if (objective.has_intercept) inverse.back() = 0;
  return inverse;
}

/// Tells when another method would be cheaper, from how the gap has fallen so far.
class Forecast {
 public:
  /// `cost`: what has been spent.
  void note(double cost, double gap) { history_.emplace_back(cost, gap); }

  /// What is still to be spent until the gap is `goal`, at the mean speed of the later half.
  double remaining(double goal) const {
    const auto [cost, gap] = history_.back();
    if (gap <= goal) return 0;
    const auto half =
        std::find_if(history_.begin(), history_.end(), [&](const auto& at) { return 2 * at.first >= cost; });
    const double speed = std::log(half->second / gap) / (cost - half->first);
    return speed > 0 ? std::log(gap / goal) / speed : INFINITY;
  }

 private:
  std::vector<std::pair<double, double>> history_;
};

template <class Value>
class Ascent {
 public:
  Ascent(const Dataset& data, const BlockedRows<Value>& matrix, const Target& target, const Objective& objective)
      : rows_(data.rows),
        target_(target),
        objective_(objective),
        inverse_(feature_weights(objective)),
        products_(matrix, data.features, objective.has_intercept, inverse_) {
    start_.point.assign(objective.dimension(), 0.0);
    start_.dual.assign(static_cast<std::size_t>(rows_), 0.0);
    square_.resize(static_cast<std::size_t>(rows_));
    double total = 0;
    for (std::int64_t i = 0; i < rows_; ++i) total += square_[static_cast<std::size_t>(i)] = products_.square(i);
    read_ += static_cast<double>(rows_);
    if (objective.has_intercept) slow_down_intercept(total / static_cast<double>(rows_));
    const double constant = objective.has_intercept ? inverse_.back() : 0.0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      double& square = square_[static_cast<std::size_t>(i)];
      square = share(i) * (square + constant);
    }
  }

  DualStart run(const AscentLimits& limits, const std::function<bool()>& keep_going) {
    collect_rows();
    std::mt19937_64 random(limits.seed);
    Forecast forecast;
    // An epoch may be followed by a look at all rows.
    const double most = (limits.max_passes - 1) * static_cast<double>(rows_);
    while (active_ > 0 && read_ + static_cast<double>(active_) <= most && (!keep_going || keep_going())) {
      const bool everything = active_ == order_.size();
      if (everything) last_full_look_ = read_;
      const Epoch epoch = climb(random);
      start_.epsilon = epoch.between > 0 ? 2 * std::sqrt(epoch.spread / static_cast<double>(epoch.between)) : 1.0;
      const double gap = epoch.gap + intercept_gap();
      recenter_intercept();

      const double goal = limits.tolerance * (bound_ + gap);
      if (gap <= goal && reached(limits.tolerance)) break;
      forecast.note(work_, gap);
      constexpr double first_look = 5;
      if (limits.give_up_early && read_ > first_look * static_cast<double>(rows_) &&
          forecast.remaining(goal) > newton_work(epoch.between))
        break;

      // Rows at a bound that are farther off the kink than any other row wants to move will probably stay there. That
      // is only a guess, so that all are looked at again from time to time.
      constexpr double often = 8;
      if (gap <= goal || read_ - last_full_look_ >= often * static_cast<double>(rows_) || active_ == 0)
        look_at_all();
      else
        shrink_beyond(epoch);
    }
    start_.passes = read_ / static_cast<double>(rows_);
    return std::move(start_);
  }

 private:
  /// What an epoch over the active rows found.
  struct Epoch {
    double highest = -INFINITY, lowest = INFINITY;  ///< of the projected gradient, in units of the slack
    double gap = 0;                                 ///< P − D, each row as it was when its turn came
    std::int64_t between = 0;                       ///< rows with 0 < a < 1
    double spread = 0;                              ///< Σ a (1 − a) u² over these
  };

  void collect_rows() {
    // Rows without weight do not count; a row of zeros has its dual at 1 whatever the others do.
    for (std::int64_t i = 0; i < rows_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (square_[at] > 0) {
        order_.push_back(i);
      } else if (share(i) > 0) {
        start_.dual[at] = 1;
        bound_ += share(i);
      }
    }
    look_at_all();
  }

  /// Through b every row acts on every other, which would make single coordinates poor directions. So b is held near
  /// where it is, by (ρ/2)(b − b_k)², as strongly as makes that action small beside the features'; b_k follows after
  /// each epoch (the proximal point method in b).
  void slow_down_intercept(double mean_square) {
    constexpr double small = 0.1;
    const double penalty = objective_.l2.back(), held = mean_square > 0 ? 1 / (small * mean_square) : 1.0;
    hold_ = std::max(0.0, held - penalty);
    inverse_.back() = 1 / (penalty + hold_);
  }
  void recenter_intercept() {
    if (objective_.has_intercept) start_.point.back() = (hold_ * start_.point.back() + balance_) * inverse_.back();
  }
  /// The part of P − D that is due to a b that does not belong to a; where b is free there is no such number.
  double intercept_gap() const {
    if (!objective_.has_intercept || objective_.l2.back() == 0) return 0;
    const double rest = objective_.l2.back() * start_.point.back() - balance_;
    return rest * rest / (2 * objective_.l2.back());
  }

  void look_at_all() {
    active_ = order_.size();
    upper_limit_ = INFINITY;
    lower_limit_ = -INFINITY;
  }
  void shrink_beyond(const Epoch& epoch) {
    upper_limit_ = epoch.highest > 0 ? epoch.highest : INFINITY;
    lower_limit_ = epoch.lowest < 0 ? epoch.lowest : -INFINITY;
  }

  Epoch climb(std::mt19937_64& random) {
    Epoch epoch;
    for (std::size_t k = 0; k < active_; ++k) std::swap(order_[k], order_[k + random() % (active_ - k)]);
    for (std::size_t k = 0; k < active_; ++k) {
      const std::int64_t i = order_[k];
      const auto at = static_cast<std::size_t>(i);
      const double a = start_.dual[at], u = slack(i);
      read_ += 1;
      work_ += static_cast<double>(products_.length(i));
      double ascent = u;  // the projected gradient
      if (a <= 0) {
        if (u < lower_limit_) {
          std::swap(order_[k--], order_[--active_]);
          continue;
        }
        ascent = std::max(0.0, u);
      } else if (a >= 1) {
        if (u > upper_limit_) {
          std::swap(order_[k--], order_[--active_]);
          continue;
        }
        ascent = std::min(0.0, u);
      } else {
        ++epoch.between;
        epoch.spread += a * (1 - a) * u * u;
      }
      epoch.highest = std::max(epoch.highest, ascent);
      epoch.lowest = std::min(epoch.lowest, ascent);
      epoch.gap += share(i) * (std::max(0.0, u) - a * u);
      if (ascent != 0) move(i, u, std::clamp(a + u / square_[at], 0.0, 1.0));
    }
    return epoch;
  }

  /// Sets a_i, and w to match. `u` is the row's slack.
  void move(std::int64_t i, double u, double next) {
    const auto at = static_cast<std::size_t>(i);
    const double change = next - start_.dual[at], moved = change * share(i) * target_.sign[at];
    if (change == 0) return;
    products_.add(i, moved, start_.point.data());
    start_.dual[at] = next;
    balance_ += moved;
    bound_ += share(i) * change * (u - 0.5 * square_[at] * change);
  }

  /// Reads all rows at the point as it is: P − D for a w that belongs to a is Σ (c/N) (max(0, u) − a u), and what b
  /// adds. Where the intercept is free the duals of one class must be scaled down for a bound, which costs their part
  /// of Σ (c/N) a u.
  bool reached(double tolerance) {
    double hinge = 0, gap = intercept_gap();
    std::array<double, 2> dual{}, product{};
    for (std::int64_t i = 0; i < rows_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double u = slack(i), a = start_.dual[at], loss = std::max(0.0, u);
      hinge += share(i) * loss;
      gap += share(i) * (loss - a * u);
      const std::size_t of = target_.sign[at] > 0;
      dual[of] += share(i) * a;
      product[of] += share(i) * a * loss;
    }
    read_ += static_cast<double>(rows_);
    const std::size_t heavier = dual[1] > dual[0];
    const bool free_intercept = objective_.has_intercept && objective_.l2.back() == 0;
    if (free_intercept && dual[heavier] > 0) gap += (1 - dual[1 - heavier] / dual[heavier]) * product[heavier];
    constexpr double margin = 0.9;  // the claim is made by a sweep of its own, which rounds the duals
    return gap <= margin * tolerance * (objective_.penalty(start_.point) + hinge);
  }

  /// Newton's steps from here, in the same unit as `work_`: values of rows visited.
  static double newton_work(std::int64_t between) {
    constexpr double steps = 8, cheaper = 25;  // a multiplication within a factorisation against a value of a row
    const auto size = 1.25 * static_cast<double>(between) + 100;
    return steps * size * size * size / 6 / cheaper;
  }

  double share(std::int64_t i) const {
    return (target_.weight.empty() ? 1.0 : target_.weight[static_cast<std::size_t>(i)]) / objective_.total_weight;
  }
  double slack(std::int64_t i) const {
    return 1 - target_.sign[static_cast<std::size_t>(i)] * products_.dot(i, start_.point.data());
  }

  std::int64_t rows_;
  const Target& target_;
  const Objective& objective_;
  std::vector<double> inverse_;  ///< 1/λ_j, 1/(λ_b + ρ)
  RowProducts<Value> products_;
  std::vector<double> square_;  ///< (c_i/N) x_i' Λ⁻¹ x_i
  DualStart start_;
  double bound_ = 0;    ///< D
  double balance_ = 0;  ///< Σ (c/N) a y, v of the intercept
  double hold_ = 0;     ///< ρ

  std::vector<std::int64_t> order_;
  std::size_t active_ = 0;  ///< of order_, the first so many are climbed
  double upper_limit_ = INFINITY, lower_limit_ = -INFINITY;

  double read_ = 0;            ///< rows
  double work_ = 0;            ///< values of rows visited while climbing
  double last_full_look_ = 0;  ///< read_ at that time
};

}  // namespace

DualStart dual_ascent(const Dataset& data, const Target& target, const Objective& objective, const AscentLimits& limits,
                      const std::function<bool()>& keep_going) {
  return std::visit([&](const auto& matrix) { return Ascent(data, matrix, target, objective).run(limits, keep_going); },
                    data.matrix);
}

}  // namespace smsvm
