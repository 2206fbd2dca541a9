#include "solver/ascent/proximal_ascent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "solver/ascent/concave.hpp"
#include "solver/ascent/dual_step.hpp"
#include "solver/ascent/forecast.hpp"
#include "solver/ascent/newton_work.hpp"
#include "solver/ascent/proximal_weights.hpp"

namespace smsvm {
namespace {

template <class Value>
class ProximalAscent {
 public:
  ProximalAscent(const HeldRows& held, const Objective& objective)
      : target_(held.target),
        objective_(objective),
        weights_(held, objective),
        dual_(static_cast<std::size_t>(held.rows), 0.0),
        score_(dual_.size(), 0.0) {
    for (std::int64_t i = 0; i < held.rows; ++i) {
      if (share(i) > 0 && (weights_.length(i) > 0 || objective.has_intercept))
        order_.push_back(i);
      else if (share(i) > 0)
        dual_[static_cast<std::size_t>(i)] = 1;  // a row of zeros
    }
    weights_.set_hold(weights_.first_hold(share_of_a_row()));
    products_ = 2;
  }

  DualStart run(const ProximalLimits& limits, const DualStart& from, const std::function<bool()>& keep_going) {
    begin_at(from);
    Forecast forecast;
    while (!order_.empty() && (!keep_going || keep_going())) {
      solve_roughly(limits, keep_going);
      look();
      const double gap = primal_ - bound_;
      if (!std::isfinite(gap)) return {.point = {}, .dual = {}, .passes = products_};  // values near the largest number
      constexpr double margin = 0.9;  // the claim is made by a sweep of its own
      if (gap <= margin * limits.tolerance * primal_) break;
      forecast.note(work_, gap);
      if (newton_is_cheaper(limits, forecast.remaining(limits.tolerance * primal_))) break;
      start_.out_of_passes = out_of_passes(limits);
      if (start_.out_of_passes) break;
      move_centre();
    }
    if (start_.point.empty()) look();
    if (!std::isfinite(primal_ - bound_)) return {.point = {}, .dual = {}, .passes = products_};
    start_.relative_gap = primal_ > 0 ? (primal_ - bound_) / primal_ : 0;
    start_.epsilon = smoothing();
    start_.passes = products_;
    return std::move(start_);
  }

 private:
  /// What an epoch over the active rows found.
  struct Epoch {
    double highest = -INFINITY, lowest = INFINITY;  ///< of the projected gradient, in units of the slack
    double gap = 0;                                 ///< of the proximal problem, each row as it was when its turn came
  };

  double share(std::int64_t i) const {
    return target_.weight_of(static_cast<std::size_t>(i)) / objective_.total_weight;
  }
  double share_of_a_row() const {
    double sum = 0;
    for (const std::int64_t i : order_) sum += share(i);
    return sum / static_cast<double>(std::max<std::size_t>(order_.size(), 1));
  }
  double sign(std::int64_t i) const { return target_.sign[static_cast<std::size_t>(i)]; }
  double& dual(std::int64_t i) { return dual_[static_cast<std::size_t>(i)]; }
  double slack(std::int64_t i) const { return 1 - sign(i) * weights_.product(i); }
  void count_values(double values) {
    work_ += values;
    products_ += values / weights_.values();
  }
  /// A look may follow, or Newton's step and a look, and what ends a run comes after it.
  bool out_of_passes(const ProximalLimits& limits) const {
    const int newton = until_newton_ <= 1 ? newton_products_ + 4 : 0;
    return products_ + newton + 6 > limits.max_passes;
  }

  void begin_at(const DualStart& from) {
    if (from.point.empty()) return;
    for (const std::int64_t i : order_) dual(i) = std::clamp(from.dual[static_cast<std::size_t>(i)], 0.0, 1.0);
    weights_.begin_at(from.point);
    look();  // it may be better than what the first steps lead to
    weights_.move_centre(pulls());
  }

  /// v at a, the intercept's last.
  std::vector<double> pulls() {
    std::vector<double> v(weights_.size(), 0.0);
    for (std::int64_t i = 0; i < std::ssize(dual_); ++i)
      if (const double a = dual(i); a > 0) weights_.add_row(i, a * share(i) * sign(i), v);
    count_values(weights_.values());
    return v;
  }

  /// The proximal problem, to a fraction of the gap of the whole.
  void solve_roughly(const ProximalLimits& limits, const std::function<bool()>& keep_going) {
    look_at_all();
    constexpr double fraction = 0.3;
    constexpr int most_epochs = 60;
    const double goal = fraction * (std::isfinite(primal_) ? primal_ - bound_ : 1);
    double since_all = 0;
    for (int epoch = 0;; ++epoch) {
      const bool everything = active_ == order_.size();
      const double before = products_;
      const Epoch found = climb();
      inner_gap_ = found.gap;
      const bool enough = found.gap <= goal;
      if ((enough && everything) || epoch >= most_epochs || out_of_passes(limits)) return;
      if (keep_going && !keep_going()) return;
      since_all = everything ? 0 : since_all + products_ - before;
      constexpr double often = 8;
      if (enough || active_ == 0 || since_all >= often) {
        look_at_all();
      } else {
        upper_limit_ = found.highest > 0 ? found.highest : INFINITY;
        lower_limit_ = found.lowest < 0 ? found.lowest : -INFINITY;
      }
      if (--until_newton_ <= 0) try_newton(keep_going);
    }
  }
  void look_at_all() {
    active_ = order_.size();
    upper_limit_ = INFINITY;
    lower_limit_ = -INFINITY;
  }

  /// One epoch, as in dual_ascent.
  Epoch climb() {
    Epoch epoch;
    double values = 0;
    for (std::size_t k = 0; k < active_; ++k) std::swap(order_[k], order_[k + random_() % (active_ - k)]);
    for (std::size_t k = 0; k < active_; ++k) {
      const std::int64_t i = order_[k];
      const double a = dual(i), u = slack(i);
      values += static_cast<double>(weights_.length(i));
      double ascent = u;
      if ((a <= 0 && u < lower_limit_) || (a >= 1 && u > upper_limit_)) {
        std::swap(order_[k--], order_[--active_]);
        continue;
      }
      if (a <= 0) ascent = std::max(0.0, u);
      if (a >= 1) ascent = std::min(0.0, u);
      epoch.highest = std::max(epoch.highest, ascent);
      epoch.lowest = std::min(epoch.lowest, ascent);
      epoch.gap += share(i) * (std::max(0.0, u) - a * u);
      if (ascent != 0) dual(i) = weights_.climb({i, a, u, sign(i), share(i)}).to;
    }
    count_values(values);
    return epoch;
  }

  /// Newton's step on the rows that are free, where the last one went well; where not, it waits for longer each time.
  void try_newton(const std::function<bool()>& keep_going) {
    std::vector<ProximalRow> free;
    for (const std::int64_t i : order_)
      if (const double a = dual(i); a > 0 && a < 1) free.push_back({i, a, sign(i), share(i), 0});
    double values = 0;
    constexpr int least_wait = 5, longest_wait = 150, fewest = 20, most = 200;
    const double length = weights_.newton(free, newton_products_, values, keep_going);
    for (const ProximalRow& row : free) dual(row.row) = row.value;
    count_values(values);
    const bool went_well = length > 0.5;
    newton_products_ = went_well ? std::min(most, 2 * newton_products_) : std::max(fewest, newton_products_ / 2);
    newton_wait_ = went_well ? least_wait : std::min(2 * newton_wait_, longest_wait);
    until_newton_ = newton_wait_;
  }

  /// Where the bound lags the weights must be held less, where the rows lag they must be held more.
  void move_centre() {
    const double inner = inner_gap_, outer = last_primal_ - last_bound_ - inner;
    constexpr double lopsided = 3;
    double factor = 1;
    if (outer > lopsided * inner) factor = 0.5;
    if (inner > lopsided * outer) factor = 2;
    if (factor != 1) weights_.set_hold(factor * weights_.hold());
    weights_.move_centre(pulls());
  }

  /// P at a multiple of w, D at a multiple of a: the best pair so far.
  void look() {
    for (std::int64_t i = 0; i < std::ssize(dual_); ++i)
      score_[static_cast<std::size_t>(i)] = sign(i) * weights_.product(i);
    count_values(weights_.values());
    const auto [square, length] = weights_.penalty();
    const auto objective_at = [&, square = square, length = length](double by) {
      double loss = 0;
      for (std::size_t i = 0; i < dual_.size(); ++i)
        loss += share(static_cast<std::int64_t>(i)) * std::max(0.0, 1 - by * score_[i]);
      return by * by * square + by * length + loss;
    };
    const double by = largest_of_concave(0.5, 1.5, [&](double factor) { return -objective_at(factor); });
    last_primal_ = objective_at(by);
    if (last_primal_ < primal_) {
      primal_ = last_primal_;
      start_.point = weights_.point();
      for (double& w : start_.point) w *= by;
    }
    look_at_dual();
  }

  void look_at_dual() {
    std::vector<double> dual = dual_;
    const bool free_intercept = objective_.has_intercept && objective_.l2.back() == 0 && objective_.l1.back() == 0;
    std::array<double, 2> of_class{};
    for (std::int64_t i = 0; i < std::ssize(dual); ++i)
      of_class[sign(i) > 0] += share(i) * dual[static_cast<std::size_t>(i)];
    const std::size_t heavier = of_class[1] > of_class[0];
    const double factor = free_intercept && of_class[heavier] > 0 ? of_class[1 - heavier] / of_class[heavier] : 1;
    std::vector<double> v(weights_.size(), 0.0);
    double sum = 0;
    for (std::int64_t i = 0; i < std::ssize(dual); ++i) {
      double& a = dual[static_cast<std::size_t>(i)];
      if ((sign(i) > 0) == (heavier == 1)) a *= factor;
      if (a == 0) continue;
      weights_.add_row(i, a * share(i) * sign(i), v);
      sum += a * share(i);
    }
    count_values(weights_.values());
    if (free_intercept) v.back() = 0;
    const double most = weights_.largest_multiple(v);
    const auto bound_at = [&](double by) { return by * sum - weights_.conjugate(v, by); };
    const double inside = bound_at(most) >= bound_at(most * (1 - 1e-7)) ? most : largest_of_concave(0, most, bound_at);
    last_bound_ = bound_at(inside);
    if (!start_.dual.empty() && last_bound_ <= bound_) return;
    bound_ = std::max(0.0, last_bound_);
    for (double& a : dual) a *= inside;
    start_.dual = std::move(dual);
  }

  bool newton_is_cheaper(const ProximalLimits& limits, double remaining) const {
    const bool over_features = objective_.has_l1();
    const std::int64_t size = newton_size(over_features, weights_.weights(), dual_);
    if (static_cast<double>(size) > limits.largest_newton) return false;
    const auto rows = static_cast<double>(dual_.size());
    // H is made of columns with a weight alone.
    const RowShape shape{rows, static_cast<double>(weights_.size()), weights_.values_with_a_weight() / rows};
    const double newton = over_features ? newton_work_over_features(shape, size) : newton_work_over_rows(shape, size);
    // From a pair as far off as that Newton's method would not begin, but at w = 0.
    constexpr auto few = 512;
    const bool is_far = primal_ > 2 * bound_;
    return is_far ? size <= few && newton < work_ : newton < remaining;
  }

  /// The ε that the pair answers to: (2a − 1) r = u over the rows with 0 < a < 1.
  double smoothing() const {
    double sum = 0, count = 0;
    constexpr double nearest = 1e-6;
    for (std::size_t i = 0; i < dual_.size(); ++i) {
      const double a = dual_[i], u = 1 - score_[i];
      if (!(a > 0 && a < 1)) continue;
      sum += 4 * a * (1 - a) * std::max(u * u, nearest * nearest);
      ++count;
    }
    return count > 0 ? std::sqrt(sum / count) : 1;
  }

  const Target& target_;
  const Objective& objective_;
  ProximalWeights<Value> weights_;
  std::vector<double> dual_, score_;
  std::vector<std::int64_t> order_;
  std::size_t active_ = 0;  ///< of order_, the first so many are climbed
  double upper_limit_ = INFINITY, lower_limit_ = -INFINITY;
  std::mt19937_64 random_{1};
  int until_newton_ = 5, newton_wait_ = 5, newton_products_ = 30;
  double inner_gap_ = 0;
  double primal_ = std::numeric_limits<double>::infinity(), bound_ = 0;  ///< the best
  double last_primal_ = 0, last_bound_ = 0;
  double products_ = 0, work_ = 0;
  DualStart start_;
};

}  // namespace

DualStart proximal_ascent(const HeldRows& held, const Objective& objective, const ProximalLimits& limits,
                          const DualStart& from, const std::function<bool()>& keep_going) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>&) {
        return ProximalAscent<Value>(held, objective).run(limits, from, keep_going);
      },
      held.blocks);
}

}  // namespace smsvm
