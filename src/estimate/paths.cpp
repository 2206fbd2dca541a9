#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "estimate/groups.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

/// From 10^(first/2) to 10^(last/2).
std::vector<double> half_decades(int first, int last) {
  std::vector<double> values;
  for (int half = first; half <= last; ++half) values.push_back(std::pow(10.0, half / 2.0));
  return values;
}

/// By strengths, whatever it was given by.
PathOptions by_strengths(PathOptions path, const TrainingProblem& problem) {
  if (path.values_of_c.empty()) return path;
  for (const double c : std::exchange(path.values_of_c, {})) {
    if (!(c > 0)) throw OptionError(fmt::format("--strengths: {} is no value for C; it must be > 0", c));
    path.strengths.push_back(1 / (c * problem.total_weight));
  }
  std::ranges::sort(path.strengths, std::greater());
  return path;
}

}  // namespace

std::vector<PathOptions> usual_paths() {
  constexpr int points_of_each = 25;
  std::vector<PathOptions> paths;
  for (const double ratio : {0.0, 0.5, 0.95}) paths.push_back({.points = points_of_each, .l1_ratio = ratio});
  paths.front().values_of_c = half_decades(-10, 2);
  return paths;
}

std::vector<double> usual_values_of_c() { return half_decades(-6, 4); }

PathFit fit_paths(const TrainingProblem& problem, const std::vector<PathOptions>& paths,
                  const std::vector<std::vector<double>>& parts, const PathObserver& observer) {
  PathGroup group{{}, problem.targets(), problem.problems()};
  for (const std::vector<double>& copies : parts) {
    RowsOfPart rows = problem.part(copies);
    for (std::size_t k = 0; k < problem.problems(); ++k) {
      group.targets.push_back(problem.target(k));
      group.targets.back().weight = rows.weight;
    }
    if (!rows.scale.empty()) group.scale_of_part.push_back(std::move(rows.scale));
  }
  std::vector<PathGroup> groups(paths.size(), group);
  for (std::size_t p = 0; p < paths.size(); ++p) groups[p].path = by_strengths(paths[p], problem);
  return fit_paths(*problem.data, groups, problem.penalty, solver_options(problem), observer);
}

CrossValidation cross_validate(const TrainingProblem& problem, CrossValidationOptions validation,
                               const PathObserver& observer) {
  for (PathOptions& path : validation.paths) path = by_strengths(std::move(path), problem);
  validation.measured_weight = problem.sample_weight();
  validation.part = [&](const std::vector<double>& copies) { return problem.part(copies); };
  return cross_validate(*problem.data, problem.targets(), problem.penalty, validation, solver_options(problem),
                        observer);
}

}  // namespace smsvm
