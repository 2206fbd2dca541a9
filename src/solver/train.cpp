#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "solver/dual_ascent.hpp"
#include "solver/feature_space.hpp"
#include "solver/journal.hpp"
#include "solver/primal_dual.hpp"
#include "solver/row_space.hpp"

namespace smsvm {

void SolverOptions::check() const {
  if (!(tolerance > 0)) throw OptionError(fmt::format("--tolerance is {}; it must be a positive number", tolerance));
  if (!(max_passes >= 1)) throw OptionError(fmt::format("--max-passes is {}; it must be at least 1", max_passes));
  if (!(max_seconds > 0)) throw OptionError(fmt::format("--max-seconds is {}; it must be positive", max_seconds));
  if (threads < 0) throw OptionError(fmt::format("--threads is {}; it must be 0 or more", threads));
  if (memory < 0) throw OptionError(fmt::format("--memory is {}; it must be 0 or more", memory));
}

namespace {

void check(const Dataset& data, const Target& target) {
  if (static_cast<std::int64_t>(target.sign.size()) != data.rows)
    throw OptionError(fmt::format("{} signs for {} rows", target.sign.size(), data.rows));
  if (!target.weight.empty() && static_cast<std::int64_t>(target.weight.size()) != data.rows)
    throw OptionError(fmt::format("{} row weights for {} rows", target.weight.size(), data.rows));
  for (const double weight : target.weight) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw OptionError(fmt::format("a row weight is {}; each must be 0 or more", weight));
  }
  if (!(target.total_weight() > 0)) throw OptionError("all row weights are 0; nothing is left to train on");
}

/// The order of the largest dense system: three such squares of doubles fit into the memory allowed
/// (25 MB are always taken).
std::size_t largest_system(const SolverOptions& options) {
  constexpr std::int64_t usual = std::int64_t{1} << 30;  // not the machine's: the result must not depend on it
  const auto bytes = static_cast<double>(options.memory > 0 ? options.memory : usual);
  return static_cast<std::size_t>(std::clamp(std::sqrt(bytes / (3 * sizeof(double))), 1024.0, 6144.0));
}

/// Without ℓ1, and with more features than rows or than a dense system may have, the rows are the smaller space. They
/// need λ_j > 0 throughout (a free intercept is fine).
bool row_space_is_smaller(const Dataset& data, const Objective& objective, std::size_t largest) {
  const auto features = static_cast<std::size_t>(data.features);
  if (features == 0) return false;
  if (std::any_of(objective.l1.begin(), objective.l1.end(), [](double mu) { return mu > 0; })) return false;
  if (!std::all_of(objective.l2.begin(), objective.l2.begin() + data.features, [](double l2) { return l2 > 0; }))
    return false;
  return static_cast<std::size_t>(data.rows) < features || objective.dimension() > largest;
}

/// Rows of one class only, and a free intercept to put them all on its side: P = 0, and nothing is below that.
std::optional<Fit> trivial_fit(const Dataset& data, const Target& target, const Penalty& penalty) {
  if (penalty.intercept != Intercept::free) return std::nullopt;
  bool in_use[2] = {false, false};
  for (std::size_t i = 0; i < target.sign.size(); ++i)
    if (target.weight.empty() || target.weight[i] > 0) in_use[target.sign[i] > 0] = true;
  if (in_use[0] && in_use[1]) return std::nullopt;
  Fit fit;
  fit.status = Status::converged;
  fit.weights.assign(static_cast<std::size_t>(data.features), 0.0);
  fit.intercept = in_use[1] ? 1 : -1;
  fit.dual = 0;
  fit.dual_point.assign(static_cast<std::size_t>(data.rows), 0.0);
  return fit;
}

}  // namespace

Fit train(const Dataset& data, const Target& target, const Penalty& penalty, const SolverOptions& options,
          const Observer& observer) {
  options.check();
  penalty.check(data.features);
  check(data, target);

  if (auto fit = trivial_fit(data, target, penalty)) return *std::move(fit);

  const Objective objective(penalty, data.features, target.total_weight());
  Journal journal(options, observer);
  const auto keep_going = [&] { return journal.keep_going(); };
  const auto pass = make_pass(data, {target}, objective.has_intercept, options.seed, options.threads, keep_going);
  const Problem problem{*pass, objective};

  const std::size_t largest = largest_system(options);
  if (!row_space_is_smaller(data, objective, largest)) {
    FeatureSpace directions(objective, largest, keep_going);
    return solve(problem, directions, {}, options, journal);
  }
  // Newton's first steps concern every row; with many rows, coordinate ascent on the dual is the cheaper way to the few
  // that end up at the kink.
  constexpr std::int64_t few_rows = 2000;
  DualStart start;
  std::size_t most_rows = static_cast<std::size_t>(few_rows);
  if (data.rows > few_rows) {
    constexpr double violation = 0.1, most_passes = 50;
    start = dual_ascent(data, target, objective, violation, std::min(most_passes, options.max_passes / 2), options.seed,
                        keep_going);
    pass->count_rows(
        static_cast<std::int64_t>(std::llround((1 + start.passes) * static_cast<double>(data.rows))));  // 1: the norms
    const auto free = std::count_if(start.dual.begin(), start.dual.end(), [](double a) { return a > 0 && a < 1; });
    most_rows =
        std::clamp(static_cast<std::size_t>(1.25 * static_cast<double>(free)) + 500, std::size_t{1000}, largest);
  }
  RowSpace directions(data, target, objective, most_rows);
  pass->count_rows(data.rows);  // the norms
  return solve(problem, directions, std::move(start), options, journal);
}

}  // namespace smsvm
