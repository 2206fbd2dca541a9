#include "smsvm/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "pass/shared_sweeps.hpp"
#include "select/largest_strength.hpp"
#include "select/path_run.hpp"
#include "smsvm/error.hpp"
#include "train/batch_share.hpp"
#include "train/common_observer.hpp"
#include "train/solve.hpp"

namespace smsvm {

void PathOptions::check() const {
  if (points < 1) throw OptionError(fmt::format("--points is {}; it must be at least 1", points));
  if (!(min_ratio >= 0 && min_ratio < 1))
    throw OptionError(fmt::format("--min-ratio is {}; it must be between 0 and 1", min_ratio));
  if (l1_ratio && !(*l1_ratio >= 0 && *l1_ratio <= 1))
    throw OptionError(fmt::format("--l1-ratio is {}; it must lie between 0 and 1", *l1_ratio));
  for (std::size_t k = 0; k < strengths.size(); ++k) {
    if (!(strengths[k] >= 0) || !std::isfinite(strengths[k]))
      throw OptionError(fmt::format("a strength of the path is {}; each must be a number, 0 or more", strengths[k]));
    if (k > 0 && !(strengths[k] < strengths[k - 1]))
      throw OptionError(
          fmt::format("the strengths of a path must fall; {} follows {}", strengths[k], strengths[k - 1]));
  }
}

Penalty PathOptions::penalty(const Penalty& base, double strength) const {
  Penalty penalty = base;
  penalty.l1 = strength * l1_ratio.value_or(1);
  if (l1_ratio) penalty.l2 = strength * (1 - *l1_ratio);
  return penalty;
}

std::vector<double> SparseWeights::dense(std::int64_t features) const {
  std::vector<double> weights(static_cast<std::size_t>(features), 0.0);
  for (std::size_t k = 0; k < feature.size(); ++k) weights[static_cast<std::size_t>(feature[k])] = value[k];
  return weights;
}

std::optional<double> PathPoint::relative_gap() const {
  if (!dual) return std::nullopt;
  return primal > *dual ? (primal - *dual) / primal : 0.0;
}

namespace {

std::vector<double> falling_strengths(const PathOptions& path, const Dataset& data, double largest) {
  const double ratio = path.min_ratio > 0 ? path.min_ratio : data.features > data.rows ? 1e-2 : 1e-4;
  std::vector<double> strengths;
  for (int k = 0; k < path.points; ++k)
    strengths.push_back(largest * std::pow(ratio, k / std::max(1.0, path.points - 1.0)));
  return strengths;
}

/// Whether further points could not tell much more (glmnet stops likewise): the loss is nearly gone, or two points in a
/// row have hardly changed it.
bool says_enough(const Path& path) {
  constexpr double nearly_zero = 1e-3, hardly = 1e-5;
  const double first = path.front().loss;
  const auto fell = [&](std::size_t back) {
    return path[path.size() - 1 - back - 1].loss - path[path.size() - 1 - back].loss;
  };
  if (path.size() < 6) return false;
  if (path.back().loss <= nearly_zero * first) return true;
  return !path.back().weights.feature.empty() && fell(0) < hardly * first && fell(1) < hardly * first;
}

Path follow(PathRun& run, const std::vector<double>& strengths, const PathOptions& options, double tolerance,
            std::atomic<int>& at_point) {
  Path path;
  for (const double strength : strengths) {
    at_point = static_cast<int>(path.size());
    const Status status = run.solve_at(strength, tolerance);
    if (!run.knows_something()) break;
    path.push_back(run.point(strength, status));
    if (status == Status::interrupted || status == Status::max_seconds) break;
    if (options.stop_early && says_enough(path)) break;
  }
  return path;
}

}  // namespace

PathFit fit_paths(const Dataset& data, const std::vector<Target>& targets, std::size_t leading, const Penalty& base,
                  const PathOptions& path, const SolverOptions& options, const PathObserver& observer) {
  options.check();
  path.check();
  const std::size_t count = targets.size();
  for (const Target& target : targets) check_problem(data, target, path.penalty(base, 1));

  std::vector<std::atomic<int>> at_point(count);
  for (auto& at : at_point) at = -1;
  const BatchObserver observe = [&](std::size_t k, const Progress& now) {
    return !observer || observer(k, at_point[k], now);
  };
  CommonObserver common(options, observe);
  const auto pass = make_pass(data, targets, base.intercept != Intercept::none, options.seed, options.threads,
                              [&] { return common.keep_going(); });
  const BatchShare share(options, count);
  SharedSweeps together(*pass, count, share.threads, share.hessian_bytes);
  std::vector<std::unique_ptr<PathRun>> runs(count);
  std::vector<LargestStrength> largest(count);

  // Where the path begins must be known before anybody sets out.
  together.run([&](std::size_t k, Pass& its_pass) {
    runs[k] = std::make_unique<PathRun>(data, targets[k], its_pass, k, base, path, share.of_each,
                                        [&, k](const Progress& now) { return common.observe(k, now); });
    if (k < leading && path.strengths.empty())
      if (const auto found = largest_strength(*runs[k])) largest[k] = *found;
  });
  PathFit result;
  for (const LargestStrength& each : largest) {
    result.largest.lower = std::max(result.largest.lower, each.lower);
    result.largest.upper = std::max(result.largest.upper, each.upper);
  }
  const std::vector<double> strengths =
      path.strengths.empty() ? falling_strengths(path, data, result.largest.upper) : path.strengths;

  result.path.resize(count);
  together.run([&](std::size_t k, Pass&) {
    result.path[k] = follow(*runs[k], strengths, path, options.tolerance, at_point[k]);
  });
  result.passes = pass->passes();
  result.seconds = common.seconds();
  return result;
}

}  // namespace smsvm
