#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/calibration.hpp"
#include "smsvm/cross_validation.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/model.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/path.hpp"
#include "smsvm/proof.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

// From data and options to a model and its proof: which rows count, which classes stand against which, what the penalty
// is, which problems share sweeps. fit() does all of it; prepare() and what follows it do it step by step, for who
// wants a path, a cross-validation, or to look at what is about to be trained.

/// Where to compute.
enum class Device { automatic, cpu, cuda };

/// What is to be trained, and how.
struct SMSVM_API TrainingOptions {
  std::optional<double> l2 = {}, l1 = {};       ///< λ and μ; where one of them is given, the other one's default is 0
  std::optional<double> c = {}, l1_ratio = {};  ///< instead: LIBLINEAR's C, by default 1, and the share of ℓ1, 0
  Intercept intercept = Intercept::free;
  std::vector<double> penalty_factor = {};  ///< of each stored feature; empty: all 1
  Scale scale = Scale::none;

  std::optional<std::vector<double>> row_weight = {};  ///< of each row; none: Dataset::row_weight
  bool balanced_classes = false;                       ///< all classes weigh the same together
  std::vector<ClassWeight> class_weight = {};          ///< instead; classes that are not named have 1
  std::optional<std::string> positive = {};            ///< only this class, against the rest
  /// The order in which the model has the classes; of two, the second is then +1. Empty: sorted, and of two
  /// positive_of_two() says which is +1.
  std::vector<Label> class_order = {};
  std::size_t most_classes = 1000;  ///< beyond, labels are mostly measurements, and a run would not end

  std::optional<CalibrationMethod> calibration = {};  ///< learn probabilities, from scores of rows left out
  int calibration_folds = 5;                          ///< a fold at a time, drawn by the solver's seed

  Device device = Device::automatic;
  SolverOptions solver = {};
  std::optional<double> solve_to = {};  ///< a gap at which to stop, in place of solver.tolerance, which is claimed
  std::string source = "the data";      ///< what messages call the data
  /// A folder in which dual points wait for a proof to be written, where the rows lie with several ranks and nobody
  /// else has numbers of each row. Empty: then there will be no proof.
  std::string folder_for_proofs = {};

  void check() const;                          ///< throws OptionError naming the first bad option
  Penalty penalty(double total_weight) const;  ///< λ, μ and the intercept
};

/// What is solved: rows, weights, classes and penalty, as they follow from data and options.
struct SMSVM_API TrainingProblem {
  TrainingOptions options;     ///< without the row weights, which are below
  std::uint64_t checksum = 0;  ///< of the data given
  std::int64_t rows_given = 0;
  std::vector<double> weight_given;         ///< of each row given, that of its class included; empty: all 1
  std::vector<double> sample_weight_given;  ///< without that of its class; empty: all 1
  std::vector<ClassWeight> class_weight;    ///< that of the classes; empty: none was asked for
  std::vector<std::int64_t> kept;           ///< the rows with a weight above 0, if there are others
  std::shared_ptr<const Dataset> data;      ///< these rows, which are trained on
  std::optional<Labels> ordered_labels;     ///< of these rows, where TrainingOptions::class_order was given
  std::vector<std::int32_t> positive;       ///< of each problem: whose rows are +1, an index into labels().distinct
  std::vector<Label> model_labels;          ///< both sides of a single problem, else that of each problem
  double total_weight = 0;
  Penalty penalty;

  std::size_t problems() const { return positive.size(); }
  bool several() const { return problems() > 1; }
  const Labels& labels() const { return ordered_labels ? *ordered_labels : data->labels; }
  const Labels& labels_of_rows() const { return ordered_labels ? *ordered_labels : data->all_labels(); }

  /// What the rows trained on weigh; empty: all 1.
  std::vector<double> weight() const { return kept_of(weight_given); }
  std::vector<double> sample_weight() const { return kept_of(sample_weight_given); }
  /// By label where that says all; signs() are those of the rows then, too.
  Target target(std::size_t problem) const;
  std::vector<std::int8_t> signs(std::size_t problem) const;
  std::vector<Target> targets() const;
  /// Of each row trained on: the index of its label among those of the model.
  std::vector<std::int32_t> truth() const;

  /// What the problem is on some of the rows trained on, each counted so many times and 0 if it is not among them:
  /// weights of balanced classes and the scale of the features are then learnt from these rows alone.
  RowsOfPart part(const std::vector<double>& copies) const;

  /// From what there is for each row given to what there is for each row trained on.
  template <class Value>
  std::vector<Value> kept_of(const std::vector<Value>& of_given) const {
    if (kept.empty() || of_given.empty()) return of_given;
    std::vector<Value> chosen;
    chosen.reserve(kept.size());
    for (const std::int64_t row : kept) chosen.push_back(of_given[static_cast<std::size_t>(row)]);
    return chosen;
  }
  /// And back: the rows left out have 0.
  std::vector<double> for_rows_given(std::vector<double> of_kept) const;

  /// The penalty of this point of a path, at which train() then begins afresh.
  void move_to(const PathPoint& point);
};

/// All that is to be decided before anything is trained. Where the options have a checkpoint, it is told which data
/// they are. Throws OptionError for options that do not fit the data, Error{bad_data} for data that cannot be trained
/// on.
SMSVM_API TrainingProblem prepare(std::shared_ptr<const Dataset> data, TrainingOptions options = {});

/// What came out of one problem, or of several taken together.
struct SMSVM_API Outcome {
  Status status = Status::converged;   ///< of several: the worst
  double primal = 0;                   ///< of several: the sum
  std::optional<double> dual;          ///< of several: the sum; none if one of them has none
  std::optional<double> relative_gap;  ///< of several: the largest; none if one of them has none
  double passes = 0;                   ///< of several: those they shared, each counted once
  double hessian_rows = 0;             ///< of several: the sum
  std::int64_t iterations = 0;         ///< of several: the sum
  std::int64_t nonzero_weights = 0;    ///< of several: the sum
  double seconds = 0;
};
SMSVM_API Outcome outcome_of(const Fit& fit);
SMSVM_API Outcome outcome_of(const BatchFit& fits);

/// One fit for each problem and, where asked for and not interrupted, what turns their scores into probabilities.
struct SMSVM_API Training : BatchFit {
  std::vector<Calibration> calibration = {};      ///< of each problem; empty: none
  std::vector<double> held_out_scores = {};       ///< of each row by the models it was learnt from: rows × problems
  std::size_t unfinished = 0;                     ///< of these models: stopped before the tolerance
  std::vector<DualPointSource> dual_points = {};  ///< of each problem, if not with its fit

  bool is_proved() const;  ///< a bound was found for every problem
};

/// All problems in shared sweeps, with a calibration also those without each fold; where their state per row would take
/// too much memory, one group of them after the other. Results depend on neither. The observer is told about problems
/// first, then about those without a fold.
SMSVM_API Training train(const TrainingProblem& problem, const BatchObserver& observer = {});

/// As `smsvm train` writes them.
SMSVM_API Model model_of(const TrainingProblem& problem, const Training& training);
SMSVM_API std::optional<Proof> proof_of(const TrainingProblem& problem, const Training& training);

/// A path for each of `paths`, on all rows and on those of each part, in shared sweeps. A part says of each row trained
/// on how often it counts, 0 for those that are not in it. The group of a path has the problems on all rows, which
/// lead, then those of each part.
SMSVM_API PathFit fit_paths(const TrainingProblem& problem, const std::vector<PathOptions>& paths,
                            const std::vector<std::vector<double>>& parts = {}, const PathObserver& observer = {});

/// Penalties worth comparing where nothing is said of any: ℓ2 by values of C, a mixture, and ℓ1, of which 0.95 keeps
/// the solution unique.
SMSVM_API std::vector<PathOptions> usual_paths();
SMSVM_API std::vector<double> usual_values_of_c();  ///< where C alone is to be chosen

/// Measures count rows by their weight without that of the class. `validation.fold_of_row`: of the rows trained on.
SMSVM_API CrossValidation cross_validate(const TrainingProblem& problem, CrossValidationOptions validation = {},
                                         const PathObserver& observer = {});

/// The class, as truth() numbers them, that each row trained on is given by what is trained on the other folds with the
/// same C.
SMSVM_API std::vector<std::int32_t> cross_predict(const TrainingProblem& problem, int folds);

struct SMSVM_API Estimate {
  Model model;
  std::optional<Proof> proof;  ///< none: no bound on the optimum was found
  Training training;
};
/// Everything at once.
SMSVM_API Estimate fit(const Dataset& data, const TrainingOptions& options = {}, const BatchObserver& observer = {});

}  // namespace smsvm
