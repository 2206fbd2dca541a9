#include "solver/ascent/dual_ascent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <utility>

#include "solver/ascent/forecast.hpp"
#include "solver/ascent/number_packing.hpp"
#include "solver/ascent/scaled_weights.hpp"
#include "solver/ascent/thresholded_weights.hpp"
#include "solver/step/soft_threshold.hpp"

namespace smsvm {
namespace {

/// `Weights`: ScaledWeights or ThresholdedWeights.
template <class Weights>
class Ascent {
 public:
  Ascent(Weights& weights, const Target& target, const Objective& objective, std::int64_t rows)
      : rows_(rows), target_(target), objective_(objective), weights_(weights) {
    start_.dual.assign(static_cast<std::size_t>(rows_), 0.0);
    read_ = Weights::passes_to_prepare * static_cast<double>(rows_);
    collect_rows();
  }

  /// Goes on from these duals, which must be in [0, 1]. The weights follow.
  void begin_at(const std::vector<double>& dual) {
    for (const std::int64_t i : order_) start_.dual[static_cast<std::size_t>(i)] = dual[static_cast<std::size_t>(i)];
    for (const std::int64_t i : order_)
      if (const double a = start_.dual[static_cast<std::size_t>(i)]; a > 0) {
        weights_.pull(i, a * share(i) * target_.sign[static_cast<std::size_t>(i)]);
        balance_ += a * share(i) * target_.sign[static_cast<std::size_t>(i)];
      }
    read_ += static_cast<double>(rows_);
  }
  /// After the penalty has changed, and with it the weights that belong to the duals.
  void follow_penalty() {
    weights_.change_thresholds(objective_);
    bound_ = -weights_.conjugate();
    for (std::int64_t i = 0; i < rows_; ++i) bound_ += share(i) * start_.dual[static_cast<std::size_t>(i)];
    bound_ = std::max(0.0, bound_);
  }
  const std::vector<double>& dual() const { return start_.dual; }

  DualStart run(const AscentLimits& limits, const std::function<bool()>& keep_going, const AscentKeeper& keeper = {}) {
    look_at_all();
    last_full_look_ = read_;
    work_ = 0;
    stretch_ = 0;
    if (order_.empty()) start_.relative_gap = 0;  // no row can move w: a = 1 throughout is best
    std::mt19937_64 random(limits.seed);
    Forecast forecast;
    if (!keeper.halfway.empty()) go_on_from(keeper.halfway, limits, forecast, random);
    // An epoch may be followed by a look at all rows.
    const double most = (limits.max_passes - 1) * static_cast<double>(rows_);
    start_.out_of_passes = false;
    while (active_ > 0 && (!keep_going || keep_going())) {
      if (read_ + static_cast<double>(active_) > most) {
        start_.out_of_passes = true;
        break;
      }
      const bool everything = active_ == order_.size();
      if (everything) last_full_look_ = read_;
      const Epoch epoch = climb(random);
      const double gap = epoch.gap + intercept_gap() + what_stretching_adds(stretch(epoch.loss, limits.tolerance));
      if (objective_.has_intercept) weights_.recenter_intercept(balance_);
      start_.relative_gap = gap / (bound_ + gap);
      start_.epsilon = epoch.smoothing(start_.relative_gap);

      const double goal = limits.tolerance * (bound_ + gap);
      if (gap <= goal && reached(limits.tolerance)) break;
      forecast.note(work_, gap);
      constexpr double first_look = 5;
      if (limits.give_up_early && newton_can_go_on_ && read_ > first_look * static_cast<double>(rows_) &&
          forecast.remaining(goal) > weights_.newton_work(epoch.between))
        break;
      constexpr double second_look = 20;
      if (read_ > second_look * static_cast<double>(rows_) && forecast.remaining(goal) > limits.most_ahead * values_ &&
          static_cast<double>(weights_.newton_size(epoch.between)) > limits.largest_newton)
        break;

      // Rows at a bound that are farther off the kink than any other row wants to move will probably stay there. That
      // is only a guess, so that all are looked at again from time to time.
      constexpr double often = 8;
      if (gap <= goal || read_ - last_full_look_ >= often * static_cast<double>(rows_) || active_ == 0)
        look_at_all();
      else
        shrink_beyond(epoch);
      if (keeper.keep) {
        keeper.keep(halfway(forecast), static_cast<std::int64_t>(read_ - kept_));
        kept_ = read_;
      }
    }
    start_.passes = read_ / static_cast<double>(rows_);
    start_.point = weights_.point();
    for (double& w : start_.point) w *= 1 + stretch_;
    read_ = 0;
    return start_;
  }

 private:
  struct Loss {
    double mean = 0;     ///< Σ (c/N) max(0, u)
    double largest = 0;  ///< of the slacks, or 0

    void add(double its_share, double slack) {
      mean += its_share * std::max(0.0, slack);
      largest = std::max(largest, slack);
    }
  };

  /// What an epoch over the active rows found.
  struct Epoch {
    double highest = -INFINITY, lowest = INFINITY;  ///< of the projected gradient, in units of the slack
    double gap = 0;                                 ///< P − D, each row as it was when its turn came
    Loss loss;                                      ///< what of it is loss, likewise
    std::int64_t between = 0;                       ///< rows with 0 < a < 1
    double spread = 0;                              ///< Σ a (1 − a) u² over these
    double squares = 0;                             ///< Σ u² over these

    /// The ε that the pair answers to (docs/method.md, section 4). Where w has still far to go, so have these rows:
    /// then ε must reach as far as they are off, however small λ has made their duals.
    double smoothing(double relative_gap) const {
      constexpr double far = 0.5;
      if (between == 0) return 1;
      const double sum = relative_gap > far ? std::max(squares, 4 * spread) : 4 * spread;
      return std::sqrt(sum / static_cast<double>(between));
    }
  };

  /// All that the next epochs depend on, apart from the rows.
  std::vector<double> halfway(const Forecast& forecast) const {
    NumberPacker numbers;
    for (const double each : {start_.epsilon, start_.relative_gap, bound_, balance_, read_, work_, last_full_look_})
      numbers.put(each);
    for (const double limit : {upper_limit_, lower_limit_}) {
      numbers.put(std::isinf(limit) ? 1 : 0);
      numbers.put(std::isinf(limit) ? 0 : limit);
    }
    numbers.put(static_cast<double>(active_));
    numbers.put(static_cast<double>(draws_));
    forecast.save(numbers);
    numbers.put(start_.dual);
    for (const std::int64_t row : order_) numbers.put(static_cast<double>(row));
    weights_.save(numbers);
    return numbers.take();
  }

  void go_on_from(const std::vector<double>& state, const AscentLimits& limits, Forecast& forecast,
                  std::mt19937_64& random) {
    NumberUnpacker numbers(state);
    for (double* each : {&start_.epsilon, &start_.relative_gap, &bound_, &balance_, &read_, &work_, &last_full_look_})
      *each = numbers.next();
    for (double* limit : {&upper_limit_, &lower_limit_}) {
      const bool infinite = numbers.count(1) == 1;
      const double value = numbers.next();
      if (!infinite) *limit = value;
    }
    active_ = numbers.count(order_.size());
    // One for each row read; the limit may have been larger in the run that was kept.
    constexpr double usual_limit = 1000, exact = 0x1p53;
    const double most_draws = std::max(usual_limit, limits.max_passes) * static_cast<double>(rows_);
    draws_ = numbers.count(static_cast<std::size_t>(std::min(most_draws, exact)));
    random.discard(draws_);
    forecast.restore(numbers);
    numbers.fill(start_.dual);
    std::vector<bool> missing(static_cast<std::size_t>(rows_), false);  // a row twice would be another missing
    for (const std::int64_t row : order_) missing[static_cast<std::size_t>(row)] = true;
    for (std::int64_t& row : order_) {
      const std::size_t said = numbers.count(missing.size() - 1);
      if (!missing[said]) numbers.fail();
      missing[said] = false;
      row = static_cast<std::int64_t>(said);
    }
    weights_.restore(numbers);
    numbers.expect_end();
    kept_ = read_;
  }

  void collect_rows() {
    // Rows without weight do not count; a row of zeros has its dual at 1 whatever the others do.
    double squares = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (share(i) * weights_.square(i) > 0) {
        order_.push_back(i);
        values_ += static_cast<double>(weights_.length(i));
        squares += weights_.square(i);
      } else if (share(i) > 0) {
        start_.dual[at] = 1;
        bound_ += share(i);
      }
    }
    // Newton's step is Λ⁻¹ times a difference of sums, of which rounding leaves so much in a slack.
    constexpr double unit = std::numeric_limits<double>::epsilon(), hopeless = 1000;
    newton_can_go_on_ = unit * squares <= hopeless * static_cast<double>(order_.size());
  }

  /// The part of P − D that is due to a b that does not belong to a; where b is free there is no such number.
  double intercept_gap() const {
    if (!objective_.has_intercept || objective_.l2.back() == 0) return 0;
    const double b = weights_.intercept(), l1 = objective_.l1.back(), l2 = objective_.l2.back();
    const double excess = soft_threshold(balance_, l1), rest = l2 * b - excess;
    return rest * rest / (2 * l2) + l1 * std::abs(b) - (balance_ - excess) * b;
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
    draws_ += active_;
    for (std::size_t k = 0; k < active_; ++k) {
      const std::int64_t i = order_[k];
      const auto at = static_cast<std::size_t>(i);
      const double a = start_.dual[at], u = slack(i);
      read_ += 1;
      work_ += static_cast<double>(weights_.length(i));
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
        constexpr double nearest = 1e-6;  // no place is known better than that
        epoch.squares += u * u;
        epoch.spread += a * (1 - a) * std::max(u * u, nearest * nearest);
      }
      epoch.loss.add(share(i), u);
      epoch.highest = std::max(epoch.highest, ascent);
      epoch.lowest = std::min(epoch.lowest, ascent);
      epoch.gap += share(i) * (std::max(0.0, u) - a * u);
      if (ascent != 0) move(i, u);
    }
    return epoch;
  }

  void move(std::int64_t i, double u) {
    double& a = start_.dual[static_cast<std::size_t>(i)];
    const double sign = target_.sign[static_cast<std::size_t>(i)];
    const DualStep step = weights_.climb({i, a, u, sign, share(i)});
    balance_ += (step.to - a) * share(i) * sign;
    bound_ += step.gain;
    a = step.to;
  }

  /// Reads all rows at the point as it is: P − D for a w that belongs to a is Σ (c/N) (max(0, u) − a u), and what b
  /// adds. Where the intercept is free the duals of one class must be scaled down for a bound, which costs their part
  /// of Σ (c/N) a u.
  bool reached(double tolerance) {
    double gap = intercept_gap();
    Loss all;
    std::array<double, 2> dual{}, product{};
    for (std::int64_t i = 0; i < rows_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double u = slack(i), a = start_.dual[at], loss = std::max(0.0, u);
      all.add(share(i), u);
      gap += share(i) * (loss - a * u);
      const std::size_t of = target_.sign[at] > 0;
      dual[of] += share(i) * a;
      product[of] += share(i) * a * loss;
    }
    read_ += static_cast<double>(rows_);
    const std::size_t heavier = dual[1] > dual[0];
    const bool free_intercept = objective_.has_intercept && objective_.l2.back() == 0;
    if (free_intercept && dual[heavier] > 0) gap += (1 - dual[1 - heavier] / dual[heavier]) * product[heavier];
    const Stretch longer = stretch(all, tolerance);
    gap += what_stretching_adds(longer);
    constexpr double margin = 0.9;  // the claim is made by a sweep of its own, which rounds the duals
    const bool enough = gap <= margin * tolerance * (objective_.penalty(weights_.point()) + all.mean);
    stretch_ = enough ? longer.by : 0;
    return enough;
  }

  /// A little more of w and b, and what of the loss that does away with.
  struct Stretch {
    double by = 0, loss = 0;
  };
  /// Where λ is tiny P is the penalty alone, and the rows that matter stand at the kink. There rounding leaves slacks
  /// above 0 whose loss may be more than the tolerance allows; at (1 + δ) w they are (1 + δ) u − δ.
  Stretch stretch(const Loss& loss, double tolerance) const {
    constexpr double least = 1e-12;  // a sweep adds up in another order
    const double by = std::max(least, 2 * loss.largest), part = tolerance / 8;
    return by <= part && cost_of_stretch(by) < loss.mean ? Stretch{by, loss.mean} : Stretch{};
  }
  /// (2 δ + δ²) times the penalty, which without loss is about D.
  double cost_of_stretch(double by) const { return 3 * by * bound_; }
  double what_stretching_adds(const Stretch& longer) const { return cost_of_stretch(longer.by) - longer.loss; }

  double share(std::int64_t i) const {
    return target_.weight_of(static_cast<std::size_t>(i)) / objective_.total_weight;
  }
  double slack(std::int64_t i) const { return 1 - target_.sign[static_cast<std::size_t>(i)] * weights_.product(i); }

  std::int64_t rows_;
  const Target& target_;
  const Objective& objective_;
  Weights& weights_;
  DualStart start_;
  bool newton_can_go_on_ = true;
  double stretch_ = 0;  ///< of the point that is handed over
  double bound_ = 0;    ///< D
  double balance_ = 0;  ///< Σ (c/N) a y, v of the intercept

  std::vector<std::int64_t> order_;
  std::size_t active_ = 0;  ///< of order_, the first so many are climbed
  double upper_limit_ = INFINITY, lower_limit_ = -INFINITY;

  double read_ = 0;            ///< rows
  double work_ = 0;            ///< values of rows visited while climbing
  double values_ = 0;          ///< of all rows
  double last_full_look_ = 0;  ///< read_ at that time
  double kept_ = 0;            ///< likewise
  std::size_t draws_ = 0;      ///< random numbers
};

template <class Value>
class Successive final : public SuccessiveAscent {
 public:
  Successive(HeldRows held, const Objective& objective) : held_(std::move(held)), objective_(objective) {}

  DualStart climb(const AscentLimits& limits, const std::function<bool()>& keep_going) override {
    if (!covers_penalty()) rebuild();
    ascent_->follow_penalty();
    return ascent_->run(limits, keep_going);
  }

 private:
  using Weights = ThresholdedWeights<Value>;

  /// Whether every feature that can have a weight now was among the live ones when these were chosen.
  bool covers_penalty() const {
    if (!covered_ || covered_->l2 != objective_.l2) return false;
    for (std::size_t j = 0; j < objective_.l1.size(); ++j)
      if (objective_.l1[j] < covered_->l1[j]) return false;
    return true;
  }
  void rebuild() {
    constexpr double ahead = 0.3;  // how far the penalty may fall before the rows are copied again
    covered_.emplace(objective_);
    for (double& l1 : covered_->l1) l1 *= ahead;
    const std::vector<double> dual = ascent_ ? ascent_->dual() : std::vector<double>();
    ascent_.reset();
    weights_.emplace(held_, *covered_);
    ascent_.emplace(*weights_, held_.target, objective_, held_.rows);
    if (!dual.empty()) ascent_->begin_at(dual);
  }

  HeldRows held_;
  const Objective& objective_;
  std::optional<Objective> covered_;
  std::optional<Weights> weights_;
  std::optional<Ascent<Weights>> ascent_;
};

}  // namespace

std::unique_ptr<SuccessiveAscent> make_successive_ascent(HeldRows held, const Objective& objective) {
  if (std::holds_alternative<BlockedRows<float>>(held.blocks))
    return std::make_unique<Successive<float>>(std::move(held), objective);
  return std::make_unique<Successive<double>>(std::move(held), objective);
}

DualStart dual_ascent(const HeldRows& held, const Objective& objective, const AscentLimits& limits,
                      const std::function<bool()>& keep_going, const AscentKeeper& keeper) {
  const auto climb_with = [&]<class Weights>(Weights weights) {
    return Ascent<Weights>(weights, held.target, objective, held.rows).run(limits, keep_going, keeper);
  };
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>&) {
        return objective.has_l1() ? climb_with(ThresholdedWeights<Value>(held, objective))
                                  : climb_with(ScaledWeights<Value>(held, objective));
      },
      held.blocks);
}

}  // namespace smsvm
