#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// Which penalties a path visits: from the one that makes all weights zero down, in equal ratios.
struct SMSVM_API PathOptions {
  int points = 100;
  double min_ratio = 0;                  ///< last strength / first; 0: 1e-2 with more features than rows, else 1e-4
  std::optional<double> l1_ratio = {};   ///< if given, λ and μ fall together, μ = l1_ratio (λ + μ); else μ alone
  std::vector<double> strengths = {};    ///< to visit instead, decreasing: of λ + μ with l1_ratio, else of μ
  std::vector<double> values_of_c = {};  ///< likewise, of LIBLINEAR's C; where a TrainingProblem says what C means
  bool stop_early = true;                ///< once a thousandth of the first loss is left
  /// Given strengths are all visited.
  bool ends_early() const { return stop_early && strengths.empty(); }
  void check() const;  ///< throws OptionError

  /// The penalty at a strength; `base` says what the path leaves alone.
  Penalty penalty(const Penalty& base, double strength) const;
};

/// Weights of which most are zero.
struct SMSVM_API SparseWeights {
  std::vector<std::int32_t> feature;  ///< increasing
  std::vector<double> value;
  std::vector<double> dense(std::int64_t features) const;
};

/// The best model found at one point of a path, and what is proved about it.
struct SMSVM_API PathPoint {
  double strength = 0, l1 = 0, l2 = 0;
  Status status = Status::stalled;
  SparseWeights weights;
  double intercept = 0;
  double primal = 0;
  double loss = 0;             ///< the mean hinge loss in it
  std::optional<double> dual;  ///< none where nothing is proved
  double passes = 0;           ///< of this point
  std::optional<double> relative_gap() const;
};
using Path = std::vector<PathPoint>;

/// The least strength at which every weight is zero lies between the two; they are equal where it is known exactly. A
/// lower end of 0 means that there is none, or that it is not known, and `upper` is a good place to begin: with
/// features that are not penalised, or hardly any ℓ1.
struct LargestStrength {
  double lower = 0, upper = 0;
};

/// Targets that follow one path. The first `leading` of them decide where it begins and, all of them together, where it
/// ends. The others are the same problems on parts of the rows, `leading` of them for each part.
struct SMSVM_API PathGroup {
  PathOptions path;
  std::vector<Target> targets;
  std::size_t leading = 1;
  /// Penalty::scale of the problems of each part, which knows nothing of the other rows. Empty: that of all rows.
  std::vector<std::vector<double>> scale_of_part = {};
};
struct SMSVM_API GroupPaths {
  std::vector<Path> path;   ///< of each target
  LargestStrength largest;  ///< zero if strengths were given
};
struct SMSVM_API PathFit {
  std::vector<GroupPaths> group;
  bool stopped = false;     ///< before the last point, by the limit on time or the observer
  double passes = 0;        ///< rows read for all of them together / rows
  std::int64_t sweeps = 0;  ///< shared ones, over all rows or a sample of them
  double seconds = 0;
};
/// As Observer; targets are counted through all groups. `point` counts from 0, and is −1 while the largest strength is
/// looked for.
using PathObserver = std::function<bool(std::size_t target, int point, const Progress&)>;

/// Follows a path for each target, all in shared sweeps as far as the memory for their row state allows, each point
/// from where the one before ended. The paths of a group have the same points, except where they were stopped.
SMSVM_API PathFit fit_paths(const Dataset& data, const std::vector<PathGroup>& groups, const Penalty& base,
                            const SolverOptions& options = {}, const PathObserver& observer = {});

}  // namespace smsvm
