#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/path.hpp"

namespace smsvm {

/// What cross-validation measures on the rows left out. With more than two classes: F1 and AUC are means over the
/// classes, the hinge loss is the mean over the problems.
enum class Metric { accuracy, balanced_accuracy, auc, f1, hinge };
SMSVM_API std::string_view name(Metric metric);

/// What the rows of a part weigh, and the scale of their features (Penalty::scale; empty: that of all rows).
struct RowsOfPart {
  std::vector<double> weight, scale;
};

struct SMSVM_API CrossValidationOptions {
  std::vector<PathOptions> paths{1};              ///< a grid has one for each l1_ratio
  int folds = 10;                                 ///< stratified, by the solver's seed
  std::vector<std::int32_t> fold_of_row = {};     ///< to use instead, 0 … folds − 1
  std::vector<Metric> metrics{Metric::accuracy};  ///< the first one decides
  /// While the best point is the last of its path, the path goes on; up to as many points again.
  bool extend = false;
  std::vector<double> measured_weight = {};  ///< what rows count in the measures; empty: 1 each
  /// What is to be learnt from the rows of a part alone, which it is given as 1 for a row that is in it, else 0. None:
  /// nothing is; weights and scale are those of the whole.
  std::function<RowsOfPart(const std::vector<double>& copies)> part = {};
  void check(std::int64_t rows) const;  ///< throws OptionError
};

struct SMSVM_API MetricCurve {
  Metric metric = Metric::accuracy;
  std::vector<std::vector<double>>
      of_fold;  ///< of each point, of each fold; nan where it is not defined, or was not reached
  std::vector<double> mean, standard_error;  ///< of each point; folds count by the weight of their rows
};

struct SMSVM_API CrossValidatedPath {
  std::vector<Path> full;  ///< of each problem, trained on all rows; cut to the points that are measured
  LargestStrength largest;
  std::vector<MetricCurve> curve;  ///< of each metric
};

struct GridPoint {
  std::size_t path = 0, point = 0;
};

struct SMSVM_API CrossValidation {
  std::vector<CrossValidatedPath> path;
  GridPoint best;             ///< by the first metric; of equals, the strongest penalty
  bool best_is_last = false;  ///< of its path: weaker penalties may be better still
  GridPoint one_se;           ///< on the same path, the strongest penalty that is within one standard error of the best
  /// At `best`, of each row without its fold: rows × problems, row-major. Empty where a fold did not come so far.
  std::vector<double> held_out_scores;
  std::vector<std::int32_t> fold_of_row;
  bool complete = false;  ///< false: stopped before half of the folds, and two, had a point to be measured by
  bool stopped = false;   ///< before the last point of a path, by the limit on time or the observer
  double passes = 0;
  std::int64_t sweeps = 0;  ///< shared ones, over all rows or a sample of them
  double seconds = 0;
};

/// Follows the paths on all rows and on all but each fold, in shared sweeps, and measures the latter on the rows they
/// did not see. `problems`: one for two classes, else one against the rest for each class.
SMSVM_API CrossValidation cross_validate(const Dataset& data, const std::vector<Target>& problems, const Penalty& base,
                                         const CrossValidationOptions& validation, const SolverOptions& options = {},
                                         const PathObserver& observer = {});

}  // namespace smsvm
