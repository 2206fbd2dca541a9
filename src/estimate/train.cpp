#include <algorithm>
#include <utility>

#include "estimate/groups.hpp"

namespace smsvm {
namespace {

/// None without a calibration.
FoldAssignment calibration_folds(const TrainingProblem& problem) {
  const TrainingOptions& options = problem.options;
  if (!options.calibration) return {};
  return stratified_folds(problem.labels_of_rows().of_row, options.calibration_folds, options.solver.seed);
}

/// What was solved further than asked for, and fell short of that, is no failure.
void claim_what_was_asked_for(const TrainingProblem& problem, BatchFit& fits) {
  if (!problem.options.solve_to) return;
  for (Fit& fit : fits.fit) {
    const auto gap = fit.relative_gap();
    if (gap && *gap <= problem.options.solver.tolerance) fit.status = Status::converged;
  }
}

/// From all members of the cross-fit.
void learn_calibration(const TrainingProblem& problem, const CrossFit& cross_fit, Training& training) {
  const std::size_t columns = problem.problems();
  training.unfinished = static_cast<std::size_t>(std::count_if(
      training.fit.begin() + static_cast<std::ptrdiff_t>(columns), training.fit.end(),
      [](const Fit& fit) { return fit.status != Status::converged && fit.status != Status::stationary; }));
  training.held_out_scores = cross_fit.held_out_scores(*problem.data, training.fit, problem.options.solver.threads);
  for (std::size_t k = 0; k < columns; ++k) {
    const std::vector<std::int8_t> sign = problem.signs(k);
    std::vector<double> score;
    for (std::size_t row = 0; row < sign.size(); ++row) score.push_back(training.held_out_scores[row * columns + k]);
    training.calibration.push_back(calibrate(*problem.options.calibration, score, sign, problem.weight()));
  }
}

}  // namespace

Training train(const TrainingProblem& problem, const BatchObserver& observer) {
  const CrossFit cross_fit(problem.problems(), calibration_folds(problem));
  bool interrupted = false;
  const auto observe = [&](std::size_t k, const Progress& now) {
    const bool goes_on = !observer || observer(k, now);
    interrupted = interrupted || !goes_on;
    return goes_on;
  };
  Training training = train_in_groups(problem, cross_fit, problems_of_group(problem), observe);
  claim_what_was_asked_for(problem, training);
  // Half-trained models tell nothing about probabilities, and a stop must be prompt.
  if (problem.options.calibration && !interrupted) learn_calibration(problem, cross_fit, training);
  training.fit.resize(problem.problems());
  return training;
}

Estimate fit(const Dataset& data, const TrainingOptions& options, const BatchObserver& observer) {
  const std::shared_ptr<const Dataset> borrowed(std::shared_ptr<const Dataset>(), &data);  // lives longer than this
  const TrainingProblem problem = prepare(borrowed, options);
  Training training = train(problem, observer);
  Model model = model_of(problem, training);
  std::optional<Proof> proof = proof_of(problem, training);
  return {std::move(model), std::move(proof), std::move(training)};
}

}  // namespace smsvm
