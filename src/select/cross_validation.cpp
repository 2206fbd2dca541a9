#include "smsvm/cross_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "rows/signs.hpp"
#include "select/choose_points.hpp"
#include "select/fold_measures.hpp"
#include "select/folds.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/error.hpp"
#include "solver/step/choose_space.hpp"
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

/// Each problem on all rows, then each problem without each fold.
PathGroup problems_with_folds(const std::vector<Target>& problems, const FoldAssignment& folds,
                              const CrossValidationOptions& validation) {
  PathGroup group{{}, problems, problems.size()};
  for (int fold = 0; fold < folds.folds; ++fold) {
    RowsOfPart rows;
    if (validation.part) rows = validation.part(folds.weights_without(fold));
    for (const Target& problem : problems)
      group.targets.push_back(
          {problem.sign, validation.part ? rows.weight : folds.weights_without(fold, problem.weight)});
    if (!rows.scale.empty()) group.scale_of_part.push_back(std::move(rows.scale));
  }
  return group;
}

/// How many points every problem of a part reached. Part 0 is all rows, part 1 + f those without fold f.
std::size_t points_of_part(const GroupPaths& group, std::size_t problems, std::size_t part) {
  std::size_t points = std::numeric_limits<std::size_t>::max();
  for (std::size_t k = 0; k < problems; ++k) points = std::min(points, group.path[part * problems + k].size());
  return points;
}

/// Of a run that was stopped: the points that count are those on all rows that half of the folds reached, two at least.
std::size_t points_measured(const GroupPaths& group, std::size_t problems) {
  std::vector<std::size_t> of_folds;
  const std::size_t parts = group.path.size() / problems;
  for (std::size_t part = 1; part < parts; ++part) of_folds.push_back(points_of_part(group, problems, part));
  std::ranges::sort(of_folds, std::greater());
  const std::size_t enough = std::max<std::size_t>(2, (of_folds.size() + 1) / 2);
  return std::min(points_of_part(group, problems, 0), of_folds[enough - 1]);
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
          const Path& path = group.path[(1 + fold) * problems_ + k];
          models[fold].push_back(point < path.size() ? LinearModel{path[point].weights, path[point].intercept}
                                                     : LinearModel{});
        }
      }
    }
    return held_out_scores(data_, folds_.of_row, models, options_.threads);
  }

  bool every_fold_reached(const GroupPaths& group, std::size_t point) const {
    for (std::size_t fold = 0; fold < measures_.size(); ++fold)
      if (points_of_part(group, problems_, 1 + fold) <= point) return false;
    return true;
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
      const std::size_t reached = points_of_part(group, problems_, 1 + f);
      for (std::size_t point = from; point < to; ++point) {
        if (point >= reached) {
          for (MetricCurve& curve : curves) curve.of_fold[point][f] = std::numeric_limits<double>::quiet_NaN();
          continue;
        }
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

void choose(CrossValidation& result) {
  std::vector<const MetricCurve*> deciding;
  for (const CrossValidatedPath& path : result.path) deciding.push_back(&path.curve[0]);
  std::tie(result.best, result.one_se) = choose_points(deciding);
}

/// Whether there is nothing left to learn from a weaker penalty.
bool is_exhausted(const CrossValidatedPath& path) {
  constexpr double nearly_zero = 1e-3;  // of the first loss: there paths end by themselves
  return std::ranges::all_of(path.full, [](const Path& of_problem) {
    return of_problem.back().loss <= nearly_zero * of_problem.front().loss;
  });
}

/// Cross-validation, and more of it where the best point is the last of its path.
class Validation {
 public:
  Validation(const Dataset& data, const std::vector<Target>& problems, const Penalty& base,
             const CrossValidationOptions& validation, const SolverOptions& options, const PathObserver& observer)
      : data_(data),
        problems_(problems),
        base_(base),
        validation_(validation),
        options_(options),
        observer_(observer),
        folds_(validation.fold_of_row.empty() ? stratified_folds(class_of_row(problems), validation.folds, options.seed)
                                              : FoldAssignment{validation.folds, validation.fold_of_row}),
        together_(problems_with_folds(problems, folds_, validation)),
        held_out_(data, problems, folds_, validation, options) {}

  CrossValidation run() {
    result_.fold_of_row = folds_.of_row;
    follow_paths();
    for (std::size_t more = 0; result_.complete && can_extend(more);) more += extend_best_path();
    if (result_.complete) finish();
    return std::move(result_);
  }

 private:
  void count(const PathFit& fits) {
    result_.passes += fits.passes;
    result_.sweeps += fits.sweeps;
    result_.seconds += fits.seconds;
    result_.stopped = result_.stopped || fits.stopped;
  }

  PathGroup along(const PathOptions& path) const {
    PathGroup group = together_;
    group.path = path;
    return group;
  }

  void follow_paths() {
    std::vector<PathGroup> groups;
    for (const PathOptions& path : validation_.paths) groups.push_back(along(path));
    PathFit fits = fit_paths(data_, groups, base_, options_, observer_);
    count(fits);
    groups_ = std::move(fits.group);
    result_.path.resize(groups_.size());
    for (std::size_t p = 0; p < groups_.size(); ++p) measure(p, 0);
    if (result_.complete) choose(result_);
  }

  /// What the models of a path say of the rows left out, from this point on.
  void measure(std::size_t p, std::size_t from) {
    const GroupPaths& group = groups_[p];
    const std::size_t points = points_measured(group, problems_.size());
    CrossValidatedPath& path = result_.path[p];
    path.full.assign(group.path.begin(), group.path.begin() + std::ssize(problems_));
    path.largest = group.largest;
    for (Path& full : path.full) full.resize(points);
    path.curve = held_out_.curves(group, points);
    const int sweeps = held_out_.sweeps(points - std::min(from, points));
    result_.passes += sweeps;
    result_.sweeps += sweeps;
    result_.complete = result_.complete || points > 0;
  }

  bool best_is_last() const { return result_.best.point + 1 == result_.path[result_.best.path].full[0].size(); }

  bool can_extend(std::size_t more) const {
    const std::size_t points = result_.path[result_.best.path].full[0].size();
    return validation_.extend && !result_.stopped && best_is_last() && points > 1 && more < points &&
           result_.seconds < options_.max_seconds && !is_exhausted(result_.path[result_.best.path]);
  }

  /// In the same ratios, a few points at a time. Returns how many.
  std::size_t extend_best_path() {
    const std::size_t p = result_.best.path;
    GroupPaths& group = groups_[p];
    const Path& whole = group.path.front();
    const std::size_t before = whole.size(), few = std::max<std::size_t>(2, before / 5);
    const double ratio = whole[before - 1].strength / whole[before - 2].strength;
    PathOptions next = validation_.paths[p];
    next.strengths.clear();
    for (std::size_t k = 0; k < few; ++k)
      next.strengths.push_back((k == 0 ? whole.back().strength : next.strengths.back()) * ratio);
    SolverOptions options = options_;
    options.max_seconds -= result_.seconds;
    const std::size_t first_target = p * group.path.size();
    PathFit fits =
        fit_paths(data_, {along(next)}, base_, options, [&](std::size_t target, int point, const Progress& now) {
          return !observer_ || observer_(first_target + target, static_cast<int>(before) + point, now);
        });
    count(fits);
    for (std::size_t k = 0; k < group.path.size(); ++k)
      std::ranges::move(fits.group[0].path[k], std::back_inserter(group.path[k]));
    measure(p, before);
    choose(result_);
    return few;
  }

  void finish() {
    result_.best_is_last = best_is_last();
    const auto [path, point] = result_.best;
    if (!held_out_.every_fold_reached(groups_[path], point)) return;
    result_.held_out_scores = held_out_.scores(groups_[path], point, point + 1);
    result_.passes += 1;
    result_.sweeps += 1;
  }

  const Dataset& data_;
  const std::vector<Target>& problems_;
  const Penalty& base_;
  const CrossValidationOptions& validation_;
  const SolverOptions& options_;
  const PathObserver& observer_;
  const FoldAssignment folds_;
  const PathGroup together_;  ///< of no path yet
  HeldOut held_out_;
  std::vector<GroupPaths> groups_;
  CrossValidation result_;
};

}  // namespace

CrossValidation cross_validate(const Dataset& data, const std::vector<Target>& problems, const Penalty& base,
                               const CrossValidationOptions& validation, const SolverOptions& options,
                               const PathObserver& observer) {
  validation.check(data.rows);
  if (problems.empty()) throw OptionError("cross-validation needs a problem");
  std::vector<Target> with_sign;
  for (const Target& problem : problems) with_sign.push_back(with_signs(problem, data.all_labels()));
  return Validation(data, with_sign, base, validation, options, observer).run();
}

}  // namespace smsvm
