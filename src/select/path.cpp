#include "smsvm/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>

#include "checkpoint/logged_rows.hpp"
#include "fleet/make_rows.hpp"
#include "rows/shared_sweeps.hpp"
#include "rows/signs.hpp"
#include "select/early_end.hpp"
#include "select/largest_strength.hpp"
#include "select/path_run.hpp"
#include "smsvm/error.hpp"
#include "solver/loop/stop_reason.hpp"
#include "train/batch_share.hpp"
#include "train/common_observer.hpp"
#include "train/problems_at_once.hpp"
#include "train/rows_at_hand.hpp"
#include "train/scaled_target.hpp"
#include "train/solve_by_method.hpp"

namespace smsvm {

void PathOptions::check() const {
  if (points < 1) throw OptionError(fmt::format("--points is {}; it must be at least 1", points));
  if (!(min_ratio >= 0 && min_ratio < 1))
    throw OptionError(fmt::format("--min-ratio is {}; it must be between 0 and 1", min_ratio));
  if (l1_ratio && !(*l1_ratio >= 0 && *l1_ratio <= 1))
    throw OptionError(fmt::format("--l1-ratio is {}; it must lie between 0 and 1", *l1_ratio));
  for (std::size_t k = 0; k < strengths.size(); ++k) {
    const bool enough = l1_ratio ? strengths[k] > 0 : strengths[k] >= 0;  // without μ there may still be λ
    if (!enough || !std::isfinite(strengths[k]))
      throw OptionError(fmt::format("a strength of the path is {}; each must be a number {}", strengths[k],
                                    l1_ratio ? "> 0" : ">= 0"));
    if (k > 0 && strengths[k] == strengths[k - 1])
      throw OptionError(fmt::format("the strengths of a path must differ; {} is given twice", strengths[k]));
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

std::optional<double> PathPoint::relative_gap() const { return smsvm::relative_gap(primal, dual); }

namespace {

std::vector<double> strengths_to_visit(const PathOptions& path, const Dataset& data, double largest) {
  if (!path.strengths.empty()) return path.strengths;
  if (!(largest > 0))
    throw Error(ErrorKind::bad_data,
                "no feature tells the classes apart: the weights are zero whatever the penalty, and there is no path");
  const double ratio = path.min_ratio > 0 ? path.min_ratio : data.features > data.rows ? 1e-2 : 1e-4;
  std::vector<double> strengths;
  for (int k = 0; k < path.points; ++k)
    strengths.push_back(largest * std::pow(ratio, k / std::max(1.0, path.points - 1.0)));
  return strengths;
}

/// Whether the loss is nearly gone, and further points could not tell much more. That it rests means nothing: the hinge
/// loss may do so for long, under a penalty however small, before a rare feature makes it fall again.
bool says_enough(const Path& path) {
  constexpr double nearly_zero = 1e-3;
  return path.front().loss > 0 && path.back().loss <= nearly_zero * path.front().loss;
}

/// Before its last point.
bool was_stopped(const Path& path) { return path.empty() || limit_of(path.back().status) == Limit::outside; }

/// Under ℓ2 alone weights are never zero: the path then begins as if it had a little of ℓ1, as glmnet's do.
std::optional<LargestStrength> where_to_begin(PathRun& run, const PathOptions& path) {
  constexpr double least_l1_ratio = 1e-3;
  if (path.l1_ratio.value_or(1) >= least_l1_ratio) return largest_strength(run);
  PathOptions with_l1 = path;
  with_l1.l1_ratio = least_l1_ratio;
  run.turn_to(with_l1);
  auto found = largest_strength(run);
  run.turn_to(path);
  if (found) found->lower = 0;
  return found;
}

/// What a target of a group needs to know.
struct PathToFollow {
  const Target* target = nullptr;
  const Penalty* base = nullptr;
  const PathOptions* path = nullptr;
  std::size_t group = 0, within = 0;
  bool leads = false;
  EarlyEnd* end = nullptr;  ///< none if every point is to be visited
  std::size_t number = 0;   ///< through all groups
};

/// Paths that share their sweeps.
class PathBatch {
 public:
  PathBatch(const Dataset& data, std::span<const PathToFollow> paths_to_follow, std::span<const Penalty> bases,
            const SolverOptions& options, CommonObserver& observer, std::int64_t sweeps_before)
      : paths_to_follow_(paths_to_follow),
        options_(options),
        sweeps_before_(sweeps_before),
        share_(options, paths_to_follow.size()),
        rows_(data, bases.front().intercept, options.threads),
        logged_(make_rows_of(data, rows_.data(), paths_to_follow, bases, options, observer)),
        together_(*logged_.rows, paths_to_follow.size(), share_.threads, share_.hessian_bytes),
        runs_(paths_to_follow.size()) {
    together_.run([&](std::size_t k, Pass& its_pass) {
      const auto observe = [&observer, number = paths_to_follow_[k].number](const Progress& now) {
        return observer.observe(number, now);
      };
      const PathToFollow& who = paths_to_follow_[k];
      runs_[k] = std::make_unique<PathRun>(rows_, *who.target, its_pass, logged_.log(), k, *who.base, *who.path,
                                           share_.of_each, observer.time(), observe);
    });
  }

  /// False if it was stopped.
  bool find_largest(std::span<LargestStrength> of_group) {
    std::vector<std::optional<LargestStrength>> found(runs_.size());
    const auto asks = [&](std::size_t k) {
      return paths_to_follow_[k].leads && paths_to_follow_[k].path->strengths.empty();
    };
    together_.run([&](std::size_t k, Pass&) {
      if (asks(k)) found[k] = where_to_begin(*runs_[k], *paths_to_follow_[k].path);
    });
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (!asks(k)) continue;
      if (!found[k]) return false;
      LargestStrength& most = of_group[paths_to_follow_[k].group];
      most.lower = std::max(most.lower, found[k]->lower);
      most.upper = std::max(most.upper, found[k]->upper);
    }
    return true;
  }

  void follow_paths(std::span<const std::vector<double>> strengths_of_group, std::span<std::atomic<int>> at_point,
                    std::span<GroupPaths> paths) {
    together_.run([&](std::size_t k, Pass&) {
      const PathToFollow& who = paths_to_follow_[k];
      paths[who.group].path[who.within] = follow(k, strengths_of_group[who.group], at_point[who.number]);
    });
  }

  double passes() const { return together_.passes(); }
  std::int64_t sweeps() { return sweeps_before_ + together_.sweeps(); }

 private:
  Path follow(std::size_t k, const std::vector<double>& strengths, std::atomic<int>& at_point) {
    EarlyEnd* const end = paths_to_follow_[k].end;
    bool may_decide = end != nullptr && paths_to_follow_[k].leads;
    Path path;
    for (const double strength : strengths) {
      if (end != nullptr && end->is_reached(path.size(), sweeps())) break;
      at_point = static_cast<int>(path.size());
      const Status status = runs_[k]->solve_at(strength, options_.tolerance);
      if (!runs_[k]->knows_something()) break;
      path.push_back(runs_[k]->point(strength, status));
      if (limit_of(status) == Limit::outside) break;
      if (may_decide && says_enough(path)) {
        if (end->say_enough(path.size(), sweeps())) break;
        may_decide = false;
      }
    }
    return path;
  }

  static RowsWithLog make_rows_of(const Dataset& data, const Dataset& rows,
                                  std::span<const PathToFollow> paths_to_follow, std::span<const Penalty> bases,
                                  const SolverOptions& options, CommonObserver& observer) {
    const std::vector<Target> targets = targets_of(paths_to_follow);
    LoggedTask task{.command = "path",
                    .data = data,
                    .targets = targets,
                    .penalties = bases,
                    .pass_limit_may_change = false};  // it ends points of the path, not the path
    for (const PathToFollow& each : paths_to_follow) add_to(task.more, *each.path);
    return log_if_asked(make_rows(rows, targets, bases.front().intercept != Intercept::none, options.seed,
                                  options.threads, [&observer] { return observer.keep_going(); }),
                        task, options);
  }

  static void add_to(Identity& identity, const PathOptions& path) {
    identity.add("--points", path.points);
    identity.add("--min-ratio", path.min_ratio);
    identity.add("--l1-ratio", path.l1_ratio.value_or(-1));
    for (const double strength : path.strengths) identity.add("strength", strength);
    identity.add("--all-points", path.stop_early ? "no" : "yes");
  }

  static std::vector<Target> targets_of(std::span<const PathToFollow> paths_to_follow) {
    std::vector<Target> targets;
    for (const PathToFollow& each : paths_to_follow) targets.push_back(*each.target);
    return targets;
  }

  std::span<const PathToFollow> paths_to_follow_;
  const SolverOptions& options_;
  std::int64_t sweeps_before_;  ///< of other companies
  BatchShare share_;
  RowsAtHand rows_;
  RowsWithLog logged_;
  SharedSweeps together_;
  std::vector<std::unique_ptr<PathRun>> runs_;
};

/// That of all rows, then those of the parts that have a scale of their own. What a path changes stays as it is.
std::vector<Penalty> bases_of(const std::vector<PathGroup>& groups, const Penalty& base) {
  std::vector<Penalty> bases = {base};
  for (const PathGroup& group : groups) {
    if (group.scale_of_part.empty()) continue;
    if (group.leading == 0 || group.targets.size() % group.leading != 0)
      throw OptionError(
          fmt::format("{} problems are no multiple of the {} that lead", group.targets.size(), group.leading));
    const std::size_t parts = group.targets.size() / group.leading - 1;
    if (group.scale_of_part.size() != parts)
      throw OptionError(fmt::format("{} scales for {} parts of the rows", group.scale_of_part.size(), parts));
    for (const std::vector<double>& scale : group.scale_of_part) {
      bases.push_back(base);
      bases.back().scale = scale;
    }
  }
  return bases;
}

/// `targets`: of all groups, one after the other.
std::vector<PathToFollow> paths_to_follow_of(const std::vector<PathGroup>& groups, const std::vector<Penalty>& bases,
                                             const std::deque<ScaledTarget>& targets, std::deque<EarlyEnd>& ends) {
  std::vector<PathToFollow> all;
  std::size_t parts_before = 0;  // with a scale of their own
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const PathGroup& group = groups[g];
    EarlyEnd* const end = group.path.ends_early() ? &ends[g] : nullptr;
    for (std::size_t k = 0; k < group.targets.size(); ++k) {
      const bool leads = k < group.leading;
      const std::size_t base = leads || group.scale_of_part.empty() ? 0 : parts_before + k / group.leading;
      all.push_back({&targets[all.size()].get(), &bases[base], &group.path, g, k, leads, end, all.size()});
    }
    parts_before += group.scale_of_part.size();
  }
  return all;
}

}  // namespace

PathFit fit_paths(const Dataset& data, const std::vector<PathGroup>& groups, const Penalty& base,
                  const SolverOptions& options, const PathObserver& observer) {
  options.check();
  std::deque<Target> with_sign;      // where it was not given
  std::deque<ScaledTarget> targets;  // the paths refer to them
  for (const PathGroup& group : groups) {
    group.path.check();
    for (const Target& target : group.targets) {
      check_problem(data, target, group.path.penalty(base, 1));
      targets.emplace_back(target.sign.empty() ? with_sign.emplace_back(with_signs(target, data.all_labels()))
                                               : target);
    }
  }
  const std::vector<Penalty> bases = bases_of(groups, base);
  for (const Penalty& each : bases) each.check(data.features);
  std::deque<EarlyEnd> ends;  // they cannot be moved
  for (const PathGroup& group : groups) ends.emplace_back(group.leading);
  const std::vector<PathToFollow> all = paths_to_follow_of(groups, bases, targets, ends);
  std::vector<std::atomic<int>> at_point(all.size());
  for (auto& at : at_point) at = -1;
  const BatchObserver observe = [&](std::size_t k, const Progress& now) {
    return !observer || observer(k, at_point[k], now);
  };
  CommonObserver common(options, observe);

  PathFit result;
  result.group.resize(groups.size());
  std::unique_ptr<PathBatch> kept;  // where all go together, from the first phase to the second
  const std::size_t largest = problems_at_once(data.rows, memory_allowed(options));
  const auto for_each_batch_of_paths = [&](const auto& work) {
    for (std::size_t from = 0; from < all.size(); from += largest) {
      const auto some = std::span(all).subspan(from, std::min(largest, all.size() - from));
      if (!kept) kept = std::make_unique<PathBatch>(data, some, bases, options, common, result.sweeps);
      const double before = kept->passes();
      work(*kept);
      result.passes += kept->passes() - before;
      result.sweeps = kept->sweeps();
      if (some.size() < all.size()) kept.reset();
    }
  };

  // Where a path begins must be known before anybody sets out.
  std::vector<LargestStrength> begin(groups.size());
  for_each_batch_of_paths([&](PathBatch& batch) { result.stopped = result.stopped || !batch.find_largest(begin); });
  for (std::size_t g = 0; g < groups.size(); ++g) result.group[g].path.resize(groups[g].targets.size());
  if (result.stopped) return result;
  std::vector<std::vector<double>> strengths;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    strengths.push_back(strengths_to_visit(groups[g].path, data, begin[g].upper));
    result.group[g].largest = begin[g];
  }
  for_each_batch_of_paths([&](PathBatch& batch) { batch.follow_paths(strengths, at_point, result.group); });
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (Path& path : result.group[g].path) {
      path.resize(ends[g].cut(path.size()));
      result.stopped = result.stopped || was_stopped(path);
    }
  }
  result.seconds = common.seconds();
  return result;
}

}  // namespace smsvm
