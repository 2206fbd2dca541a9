#include "smsvm/cross_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "select/choose_points.hpp"
#include "select/fold_measures.hpp"
#include "select/folds.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/error.hpp"
#include "solver/choose_space.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

std::string_view name(Metric metric) {
  switch (metric) {
    case Metric::accuracy:
      return "accuracy";
    case Metric::balanced_accuracy:
      return "balanced-accuracy";
    case Metric::auc:
      return "auc";
    case Metric::f1:
      return "f1";
    case Metric::hinge:
      return "hinge";
  }
  return "";
}

void CrossValidationOptions::check(std::int64_t rows) const {
  if (paths.empty()) throw OptionError("cross-validation needs a path");
  if (metrics.empty()) throw OptionError("cross-validation needs something to measure");
  check_folds("--folds", folds, rows);
  if (!measured_weight.empty() && static_cast<std::int64_t>(measured_weight.size()) != rows)
    throw OptionError(fmt::format("{} weights for the measures of {} rows", measured_weight.size(), rows));
  if (fold_of_row.empty()) return;
  if (static_cast<std::int64_t>(fold_of_row.size()) != rows)
    throw OptionError(fmt::format("folds are given for {} rows; the data have {}", fold_of_row.size(), rows));
  std::vector<bool> occurs(static_cast<std::size_t>(folds), false);
  for (const std::int32_t fold : fold_of_row) {
    if (fold < 0 || fold >= folds) throw OptionError(fmt::format("a row is in fold {}; there are {}", fold, folds));
    occurs[static_cast<std::size_t>(fold)] = true;
  }
  const auto empty = std::find(occurs.begin(), occurs.end(), false);
  if (empty != occurs.end()) throw OptionError(fmt::format("no row is in fold {}", empty - occurs.begin()));
}

namespace {

std::vector<std::int32_t> class_of_row(const std::vector<Target>& problems) {
  std::vector<std::int32_t> classes(problems[0].sign.size(), 0);
  for (std::size_t k = 0; k < problems.size(); ++k)
    for (std::size_t i = 0; i < classes.size(); ++i)
      if (problems[k].sign[i] > 0) classes[i] = static_cast<std::int32_t>(k + 1);
  return classes;
}

/// For one path: each problem on all rows, then each problem without each fold.
PathGroup group_of(const PathOptions& path, const std::vector<Target>& problems, const FoldAssignment& folds) {
  PathGroup group{path, problems, problems.size()};
  for (int fold = 0; fold < folds.folds; ++fold) {
    for (const Target& problem : problems)
      group.targets.push_back({problem.sign, folds.weights_without(fold, problem.weight)});
  }
  return group;
}

/// Of the rows left out, for all points of a path.
class HeldOut {
 public:
  HeldOut(const Dataset& data, const std::vector<Target>& problems, const FoldAssignment& folds,
          const CrossValidationOptions& validation, const SolverOptions& options)
      : data_(data), problems_(problems.size()), folds_(folds), validation_(validation), options_(options) {
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(folds.folds));
    for (std::size_t i = 0; i < folds.of_row.size(); ++i)
      rows[static_cast<std::size_t>(folds.of_row[i])].push_back(static_cast<std::int64_t>(i));
    for (auto& of_fold : rows) measures_.emplace_back(problems, validation.measured_weight, std::move(of_fold));
  }

  std::vector<MetricCurve> curves(const GroupPaths& group, std::size_t points) {
    std::vector<MetricCurve> curves;
    const std::vector<std::vector<double>> nothing(points, std::vector<double>(measures_.size()));
    for (const Metric metric : validation_.metrics) curves.push_back({metric, nothing, {}, {}});
    for (std::size_t from = 0; from < points; from += points_at_once())
      measure(group, from, std::min(points, from + points_at_once()), curves);
    std::vector<double> fold_weight;
    for (const FoldMeasures& measures : measures_) fold_weight.push_back(measures.weight());
    for (MetricCurve& curve : curves) summarise(curve, fold_weight);
    return curves;
  }

  /// Of each row by the models that did not see it.
  std::vector<double> scores(const GroupPaths& group, std::size_t from, std::size_t to) const {
    std::vector<std::vector<LinearModel>> models(measures_.size());
    for (std::size_t fold = 0; fold < models.size(); ++fold) {
      for (std::size_t point = from; point < to; ++point) {
        for (std::size_t k = 0; k < problems_; ++k) {
          const PathPoint& at = group.path[(1 + fold) * problems_ + k][point];
          models[fold].push_back({at.weights, at.intercept});
        }
      }
    }
    return held_out_scores(data_, folds_.of_row, models, options_.threads);
  }

  int sweeps(std::size_t points) const { return static_cast<int>((points + points_at_once() - 1) / points_at_once()); }

 private:
  /// A score of every row under each is kept in memory.
  std::size_t points_at_once() const {
    const std::int64_t bytes = static_cast<std::int64_t>(sizeof(double) * problems_) * data_.rows;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(memory_allowed(options_) / 4 / bytes, 1, 1000));
  }

  void measure(const GroupPaths& group, std::size_t from, std::size_t to, std::vector<MetricCurve>& curves) {
    const std::size_t columns = (to - from) * problems_;
    const std::vector<double> all = scores(group, from, to);
    ThreadPool pool(options_.threads);
    pool.for_each(std::ssize(measures_), [&](std::int64_t fold) {
      const auto f = static_cast<std::size_t>(fold);
      const FoldMeasures& measures = measures_[f];
      std::vector<double> own;
      for (std::size_t point = from; point < to; ++point) {
        own.clear();
        for (const std::int64_t row : measures.rows()) {
          const auto first = all.begin() + row * static_cast<std::int64_t>(columns) +
                             static_cast<std::int64_t>((point - from) * problems_);
          own.insert(own.end(), first, first + static_cast<std::int64_t>(problems_));
        }
        for (MetricCurve& curve : curves) curve.of_fold[point][f] = measures.measure(curve.metric, own);
      }
    });
  }

  const Dataset& data_;
  std::size_t problems_;
  const FoldAssignment& folds_;
  const CrossValidationOptions& validation_;
  const SolverOptions& options_;
  std::vector<FoldMeasures> measures_;
};

}  // namespace

CrossValidation cross_validate(const Dataset& data, const std::vector<Target>& problems, const Penalty& base,
                               const CrossValidationOptions& validation, const SolverOptions& options,
                               const PathObserver& observer) {
  validation.check(data.rows);
  if (problems.empty()) throw OptionError("cross-validation needs a problem");
  const FoldAssignment folds = validation.fold_of_row.empty()
                                   ? stratified_folds(class_of_row(problems), validation.folds, options.seed)
                                   : FoldAssignment{validation.folds, validation.fold_of_row};
  std::vector<PathGroup> groups;
  for (const PathOptions& path : validation.paths) groups.push_back(group_of(path, problems, folds));
  const PathFit fits = fit_paths(data, groups, base, options, observer);

  CrossValidation result;
  result.fold_of_row = folds.of_row;
  result.passes = fits.passes;
  result.sweeps = fits.sweeps;
  result.complete = true;
  HeldOut held_out(data, problems, folds, validation, options);
  for (const GroupPaths& group : fits.group) {
    std::size_t points = group.path.front().size();
    for (const Path& path : group.path) points = std::min(points, path.size());
    CrossValidatedPath path{{group.path.begin(), group.path.begin() + std::ssize(problems)}, group.largest, {}};
    for (Path& full : path.full) full.resize(points);
    path.curve = held_out.curves(group, points);
    result.passes += held_out.sweeps(points);
    result.sweeps += held_out.sweeps(points);
    result.complete = result.complete && points > 0;
    result.path.push_back(std::move(path));
  }
  if (result.complete) {
    std::vector<const MetricCurve*> deciding;
    for (const CrossValidatedPath& path : result.path) deciding.push_back(&path.curve[0]);
    std::tie(result.best, result.one_se) = choose_points(deciding);
    const auto [path, point] = result.best;
    result.held_out_scores = held_out.scores(fits.group[path], point, point + 1);
    result.passes += 1;
    result.sweeps += 1;
  }
  result.seconds = fits.seconds;
  return result;
}

}  // namespace smsvm
