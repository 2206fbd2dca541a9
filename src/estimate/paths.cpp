#include <fmt/format.h>

#include <utility>

#include "smsvm/error.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm {
namespace {

SolverOptions solver_options(const TrainingProblem& problem) {
  SolverOptions options = problem.options.solver;
  options.tolerance = problem.options.solve_to.value_or(options.tolerance);
  return options;
}

/// The problem on the rows of a part alone.
Target within(Target whole, const std::vector<std::uint8_t>& part, std::int64_t rows) {
  if (std::ssize(part) != rows)
    throw OptionError(fmt::format("a part says of {} rows whether they are in it; there are {}", part.size(), rows));
  whole.weight.resize(part.size(), 1.0);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i] == 0) whole.weight[i] = 0;
  return whole;
}

}  // namespace

PathFit fit_paths(const TrainingProblem& problem, const std::vector<PathOptions>& paths,
                  const std::vector<std::vector<std::uint8_t>>& parts, const PathObserver& observer) {
  const std::vector<Target> whole = problem.targets();
  std::vector<Target> targets = whole;
  for (const auto& part : parts)
    for (const Target& each : whole) targets.push_back(within(each, part, problem.data->rows));
  std::vector<PathGroup> groups;
  for (const PathOptions& path : paths) groups.push_back({path, targets, whole.size()});
  return fit_paths(*problem.data, groups, problem.penalty, solver_options(problem), observer);
}

CrossValidation cross_validate(const TrainingProblem& problem, CrossValidationOptions validation,
                               const PathObserver& observer) {
  validation.measured_weight = problem.sample_weight();
  return cross_validate(*problem.data, problem.targets(), problem.penalty, validation, solver_options(problem),
                        observer);
}

}  // namespace smsvm
