#include "select/largest_strength.hpp"

#include <algorithm>
#include <cmath>

#include "solver/loop/stop_reason.hpp"

namespace smsvm {
namespace {

class Search {
 public:
  explicit Search(PathRun& run)
      : run_(run),
        unit_(run.penalty(1), run.data().features, run.objective().total_weight),
        alone_(run.without_weights()) {}

  std::optional<LargestStrength> run() {
    // The duals of a w = 0 that leaves no row at the kink.
    std::vector<double> dual(run_.target().sign.size(), 1.0);
    const auto without_kink = strength_needed(dual);
    if (!without_kink) return std::nullopt;
    if (leaves_some_alone()) return estimate(*without_kink);
    if (!alone_.reaches_the_kink(run_.penalty(*without_kink))) return LargestStrength{*without_kink, *without_kink};

    found_.upper = INFINITY;
    if (run_.penalty(1).intercept == Intercept::free) {  // a first guess: every row of the heavier class alike
      if (!certify(dual, 1)) return std::nullopt;
    } else {  // where b comes to ±1; above that the duals are all 1, and `without_kink` is not above it
      const auto pull = [&](double strength) { return run_.penalty(strength).l1 + run_.penalty(strength).l2; };
      found_.upper = (alone_.heavier() - alone_.lighter() - pull(0)) / (pull(1) - pull(0));
    }
    return bracket() ? std::optional(found_) : std::nullopt;
  }

 private:
  /// Such that |v_j| <= μ_j for every feature.
  std::optional<double> strength_needed(std::span<const double> dual) {
    std::vector<double> v(static_cast<std::size_t>(run_.data().features));
    if (!run_.moments(dual, v)) return std::nullopt;
    if (std::ranges::all_of(v, [](double each) { return each == 0; })) return 0;  // nothing tells the classes apart
    const Eigen::ArrayXd rounding = run_.rounding().of_moments(0).at(1);
    double most = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      const double at_most = std::abs(v[j]) + rounding[static_cast<Eigen::Index>(j)];
      if (unit_.l1[j] > 0) most = std::max(most, at_most / unit_.l1[j]);
    }
    return most;
  }

  /// That of the rows of either class alone: what duals may ask for where those of all rows happen to cancel.
  std::optional<double> strength_of_a_class() {
    double most = 0;
    for (const int sign : {1, -1}) {
      std::vector<double> dual(run_.target().sign.size());
      std::ranges::transform(run_.target().sign, dual.begin(),
                             [&](std::int8_t its) { return its == sign ? 1.0 : 0.0; });
      const auto needed = strength_needed(dual);
      if (!needed) return std::nullopt;
      most = std::max(most, *needed);
    }
    return most;
  }

  bool leaves_some_alone() const {
    const auto features = unit_.l1.begin() + run_.data().features;  // after them comes the intercept
    return std::find(unit_.l1.begin(), features, 0.0) != features;
  }

  /// By the dual of a penalty so strong that only what is not penalised has weights. That no dual asks for more than
  /// the strength is no proof of it: so it is at any solution.
  std::optional<LargestStrength> estimate(double guess) {
    constexpr int tries = 20;
    constexpr double tolerance = 1e-8, stronger = 2;
    const auto of_a_class = strength_of_a_class();
    if (!of_a_class) return std::nullopt;
    double needed = std::max(guess, *of_a_class), strength = 0;
    for (int k = 0; k < tries; ++k) {
      strength = stronger * std::max(strength, needed);
      const Status status = run_.solve_at(strength, tolerance);
      if (limit_of(status) == Limit::outside) return std::nullopt;
      const auto next = strength_needed(run_.smooth_duals());
      if (!next) return std::nullopt;
      needed = *next;
      const double cost = strength * weighted_norm(run_.bracket().point());
      if (needed < strength && cost <= tolerance * run_.bracket().primal()) break;
    }
    // What b costs depends on the strength where it is penalised: then there is nothing to compare with.
    if (run_.penalty(1).intercept == Intercept::penalized) return LargestStrength{0, needed};
    return raised_until_nothing_is_gained(needed, tolerance);
  }

  /// The duals are those of a smoothed problem and not exact: features may still have weights at the strength that they
  /// ask for. P tells, since without these weights it is the same at every strength.
  std::optional<LargestStrength> raised_until_nothing_is_gained(double upper, double tolerance) {
    constexpr int tries = 10;
    constexpr double a_little = 1e-3, bolder = 8, rounding = 3;
    double more = a_little;
    const double without_weights = run_.bracket().primal();
    for (int k = 0; k < tries; ++k) {
      const Status status = run_.solve_at(upper, tolerance);
      if (limit_of(status) == Limit::outside) return std::nullopt;
      if (run_.bracket().primal() >= without_weights * (1 - rounding * tolerance)) break;
      // The fall would be zero here at the earliest, as below.
      const double norm = weighted_norm(run_.bracket().point());
      upper = (1 + more) * std::max(upper, (without_weights - run_.bracket().loss()) / norm);
      more *= bolder;
    }
    return LargestStrength{0, (1 + a_little) * upper};  // for what is gained below the tolerance
  }

  /// Σ μ_j |w_j| at strength 1, over the features.
  double weighted_norm(const std::vector<double>& point) const {
    double norm = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(run_.data().features); ++j)
      norm += unit_.l1[j] * std::abs(point[j]);
    return norm;
  }

  /// Brings the upper end down as far as the dual proves that w = 0 is optimal.
  bool certify(std::vector<double>& dual, double strength) {
    if (run_.penalty(1).intercept == Intercept::free) {  // what b asks of the duals is the same at any strength
      const auto needed = needed_by_scaled(dual, strength);
      if (needed) found_.upper = std::min(found_.upper, *needed);
      return needed.has_value();
    }
    // Otherwise the strength must be one that asks for no more than itself: a little more than the secant's guess.
    constexpr int tries = 8;
    constexpr double more = 1.05, steepest = 0.95;
    double slope = 0, last_strength = 0, last_needed = 0;
    for (int k = 0; k < tries && strength < found_.upper; ++k) {
      const auto needed = needed_by_scaled(dual, strength);
      if (!needed) return false;
      if (*needed <= strength) {
        found_.upper = strength;
        break;
      }
      if (k > 0) slope = std::clamp((*needed - last_needed) / (strength - last_strength), 0.0, steepest);
      last_strength = strength;
      last_needed = *needed;
      strength += more * (*needed - strength) / (1 - slope);
    }
    return true;
  }

  /// Makes the dual one that belongs to w = 0 at this strength: 1 on the lighter class, the heavier one scaled to the
  /// sum that b asks for. Returns the strength at which the features then stay zero.
  std::optional<double> needed_by_scaled(std::vector<double>& dual, double strength) {
    const double wanted = alone_.heavier_dual(run_.penalty(strength));
    const auto is_heavier = [&](std::size_t i) { return (run_.target().sign[i] > 0) == alone_.heavier_is_positive(); };
    const auto sum_scaled = [&](double scale) {
      double sum = 0;
      for (std::size_t i = 0; i < dual.size(); ++i)
        if (is_heavier(i)) sum += weight(i) * std::min(1.0, scale * dual[i]);
      return sum;
    };
    double low = 0, high = 1;
    while (sum_scaled(high) < wanted && high < 1e12) high *= 2;
    constexpr double rounding = 1e-12;
    if (sum_scaled(high) < wanted * (1 - rounding)) return INFINITY;  // duals of 0 cannot be scaled up
    for (int k = 0; k < 60; ++k) (sum_scaled(0.5 * (low + high)) < wanted ? low : high) = 0.5 * (low + high);
    for (std::size_t i = 0; i < dual.size(); ++i) dual[i] = is_heavier(i) ? std::min(1.0, high * dual[i]) : 1.0;
    return strength_needed(dual);
  }

  bool bracket() {
    constexpr double accuracy = 1e-4, least_tolerance = 1e-11;
    constexpr int enough = 60;
    const double last_pass = run_.passes() + worth_spending();
    double strength = 0.9 * found_.upper, tolerance = 1e-4, boldness = 0.5;
    for (int k = 0; k < enough && found_.upper - found_.lower > accuracy * found_.upper; ++k) {
      if (run_.passes() >= last_pass) break;
      const LargestStrength before = found_;
      const Status status = run_.solve_at(strength, tolerance, last_pass - run_.passes());
      if (limit_of(status) == Limit::outside) return false;
      if (status == Status::stalled) break;  // the upper end is proved; nearer to the answer there is no way
      learn_lower_end(strength);
      std::vector<double> dual = run_.running_dual();
      if (!certify(dual, strength)) return false;
      found_.lower = std::min(found_.lower, found_.upper);  // they may meet up to rounding

      const double width = found_.upper - found_.lower;
      const bool narrower = width < 0.7 * (before.upper - before.lower);
      if (!narrower) tolerance = std::max(least_tolerance, 0.1 * tolerance);
      // One of the ends is often the answer already: the one that does not move is approached ever faster.
      boldness = found_.lower >= strength ? std::sqrt(boldness) : boldness * boldness;
      if (found_.lower > before.lower && found_.upper < before.upper) boldness = 0.5;
      const double next = found_.lower > 0 ? found_.lower + boldness * width : 0.7 * std::min(strength, found_.upper);
      if (next == strength && tolerance == least_tolerance) break;
      strength = next;
    }
    return true;
  }

  /// Passes. The upper end alone is good enough to begin with, so that on large data nobody should wait for the rest.
  double worth_spending() const {
    constexpr double least = 150, values = 1e9;
    return std::max(least, values / static_cast<double>(std::max<std::int64_t>(1, run_.data().nonzeros())));
  }

  void learn_lower_end(double strength) {
    const double zero = alone_.primal(run_.penalty(strength));
    if (!(run_.bracket().primal() < zero * (1 - 1e-13))) return;
    found_.lower = std::max(found_.lower, strength);
    // P is convex, so on the way from w = 0 to this point it falls at first at least as steeply as on the average. What
    // it falls by is linear in the strength, but for ½ Σ λ_j w_j², which does not matter at first.
    const auto rise = [&](double at) { return rise_from_zero(run_.penalty(at)); };
    const double without = rise(0), with = rise(1);
    if (without < 0 && with > without) found_.lower = std::max(found_.lower, -without / (with - without));
  }

  /// P at the best point, without ½ Σ λ_j w_j², minus P at w = 0 and b = ±1.
  double rise_from_zero(const Penalty& penalty) const {
    const std::vector<double>& point = run_.bracket().point();
    const double norm = weighted_norm(point);
    double rise = run_.bracket().loss() - 2 * alone_.lighter() + penalty.l1 / run_.penalty(1).l1 * norm;
    if (penalty.intercept == Intercept::penalized) {
      const double b = std::abs(point.back());
      rise += penalty.l2 / 2 * (b * b - 1) + penalty.l1 * (b - 1);
    }
    return rise;
  }

  double weight(std::size_t i) const { return run_.target().weight_of(i) / run_.objective().total_weight; }

  PathRun& run_;
  Objective unit_;  ///< at strength 1
  const InterceptAlone& alone_;
  LargestStrength found_;
};

}  // namespace

std::optional<LargestStrength> largest_strength(PathRun& run) { return Search(run).run(); }

}  // namespace smsvm
