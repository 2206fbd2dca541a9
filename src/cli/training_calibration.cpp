#include "cli/training_calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/training_report.hpp"
#include "cli/training_run.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm::cli {
namespace {

void warn_of_unfinished(const TrainingRun& run, const std::vector<Fit>& fits, Log& log) {
  const std::size_t whole = run.classes.positive.size();
  const auto unfinished =
      std::count_if(fits.begin() + static_cast<std::ptrdiff_t>(whole), fits.end(),
                    [](const Fit& fit) { return fit.status != Status::converged && fit.status != Status::stationary; });
  if (unfinished == 0) return;
  log.warning(
      fmt::format("--calibrate: {} of the {} models without a fold stopped before the tolerance; the "
                  "probabilities rest on what they had reached",
                  unfinished, fits.size() - whole));
}

/// Scores, signs and weights of the rows for one column of the model.
struct Column {
  std::vector<double> score;
  Target target;

  Column(const TrainingRun& run, const std::vector<double>& scores, std::size_t column)
      : target(target_of(run, column)) {
    const std::size_t columns = run.classes.positive.size();
    for (std::size_t row = 0; row < target.sign.size(); ++row) score.push_back(scores[row * columns + column]);
  }
};

void rate(TrainingCalibration& calibration, const TrainingRun& run, const std::vector<double>& scores) {
  const std::size_t columns = calibration.of_column.size(), labels = run.classes.labels.size();
  const std::vector<double> weight = run.weights.of_positive();
  const std::vector<std::int32_t> truth = truth_of_rows(run);
  std::vector<double> probabilities(truth.size() * labels);
  std::vector<std::int32_t> said;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const std::span<double> its_own(&probabilities[row * labels], labels);
    class_probabilities(calibration.of_column, {&scores[row * columns], columns}, its_own);
    said.push_back(static_cast<std::int32_t>(std::ranges::max_element(its_own) - its_own.begin()));
  }
  calibration.accuracy = count_classes(truth, said, labels, weight).accuracy();
  calibration.log_loss = log_loss(probabilities, truth, labels, weight);
  calibration.brier_score = brier_score(probabilities, truth, labels, weight) / (labels == 2 ? 2 : 1);
  calibration.held_out = judge_probabilities(run, scores, probabilities);
}

}  // namespace

std::optional<TrainingCalibration> learn_calibration(const TrainingRun& run, const std::vector<Fit>& fits, Log& log) {
  const auto& method = run.options.calibration.method;
  if (!method) return {};
  warn_of_unfinished(run, fits, log);
  const std::vector<double> scores = run.cross_fit.held_out_scores(run.data, fits, run.options.stopping.threads);
  TrainingCalibration calibration;
  std::vector<double> areas;
  for (std::size_t k = 0; k < run.classes.positive.size(); ++k) {
    const Column column(run, scores, k);
    calibration.of_column.push_back(calibrate(*method, column.score, column.target.sign, column.target.weight));
    areas.push_back(auc(column.score, column.target.sign, column.target.weight));
  }
  calibration.auc = mean_of_defined(areas);
  rate(calibration, run, scores);
  return calibration;
}

std::string calibration_summary(const TrainingRun& run) {
  if (!run.calibration) return "";
  const TrainingCalibration& calibration = *run.calibration;
  return fmt::format(
      "calibration {} from {} folds; rows left out: accuracy {:.2f} %, AUC {:.4f}, log loss {:.4f}, Brier {:.4f}\n",
      word_for(calibrations, run.options.calibration.method), run.options.calibration.folds, 100 * calibration.accuracy,
      calibration.auc, calibration.log_loss, calibration.brier_score);
}

Json calibration_facts(const TrainingRun& run) {
  if (!run.calibration) return nullptr;
  const TrainingCalibration& calibration = *run.calibration;
  return {{"method", word_for(calibrations, run.options.calibration.method)},
          {"folds", run.options.calibration.folds},
          {"accuracy", number_or_null(calibration.accuracy)},
          {"auc", number_or_null(calibration.auc)},
          {"log_loss", number_or_null(calibration.log_loss)},
          {"brier_score", number_or_null(calibration.brier_score)}};
}

}  // namespace smsvm::cli
