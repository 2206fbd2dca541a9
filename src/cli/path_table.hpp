#pragma once

#include <string>

#include "cli/log.hpp"
#include "cli/training_run.hpp"
#include "smsvm/cross_validation.hpp"
#include "smsvm/path.hpp"

namespace smsvm::cli {

/// A line for each point (and class, where there are several).
std::string path_csv(const TrainingRun& run, const std::vector<Path>& paths);
/// The same with a column for each metric's mean and standard error, and which points were chosen.
std::string cross_validation_csv(const TrainingRun& run, const CrossValidation& validation);

/// Short ones for people: some of the points, those that were chosen among them, and of several classes all together.
std::string path_table(const TrainingRun& run, const std::vector<Path>& paths);
std::string cross_validation_table(const TrainingRun& run, const CrossValidation& validation);

/// λ and μ there.
Penalty penalty_at(const PathPoint& point);

/// "points", or "classes" with the points of each.
Json path_json(const TrainingRun& run, const std::vector<Path>& paths);
/// Whether it is one at which all weights are zero, rather than only a place to begin.
bool is_known(const LargestStrength& largest);
Json largest_json(const LargestStrength& largest);
/// What path and cv say about data and problem.
Json problem_json(const TrainingRun& run, const char* command);

}  // namespace smsvm::cli
