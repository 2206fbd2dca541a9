#include "cli/training_calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/training_report.hpp"
#include "cli/training_run.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm::cli {
namespace {

void warn_of_unfinished(const TrainingRun& run, Log& log) {
  if (run.result.unfinished == 0) return;
  log.warning(fmt::format(
      "--calibrate: {} of the {} models without a fold stopped before the tolerance; the "
      "probabilities rest on what they had reached",
      run.result.unfinished, run.problem.problems() * static_cast<std::size_t>(run.problem.options.calibration_folds)));
}

/// The mean area under the curve of the problems for which there is one.
double mean_auc(const TrainingRun& run) {
  const std::size_t columns = run.problem.problems();
  std::vector<double> areas;
  for (std::size_t k = 0; k < columns; ++k) {
    const std::vector<double> scores = column_of(run.result.held_out_scores, columns, k);
    areas.push_back(auc(scores, run.problem.signs(k), run.problem.weight()));
  }
  return mean_of_defined(areas);
}

}  // namespace

std::optional<TrainingCalibration> rate_calibration(const TrainingRun& run, Log& log) {
  if (!run.problem.options.calibration) return {};
  if (run.result.calibration.empty()) {
    log.warning("--calibrate: interrupted, so the model is without probabilities");
    return {};
  }
  warn_of_unfinished(run, log);
  const std::vector<double>& scores = run.result.held_out_scores;
  const std::size_t columns = run.problem.problems(), labels = run.problem.model_labels.size();
  const std::vector<double> weight = run.problem.weight();
  const std::vector<std::int32_t> truth = run.problem.truth();
  std::vector<double> probabilities(truth.size() * labels);
  std::vector<std::int32_t> said;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const std::span<double> its_own(&probabilities[row * labels], labels);
    class_probabilities(run.result.calibration, {&scores[row * columns], columns}, its_own);
    said.push_back(static_cast<std::int32_t>(std::ranges::max_element(its_own) - its_own.begin()));
  }
  TrainingCalibration calibration;
  calibration.accuracy = count_classes(truth, said, labels, weight).accuracy();
  calibration.auc = mean_auc(run);
  calibration.log_loss = log_loss(probabilities, truth, labels, weight);
  calibration.brier_score = brier_score(probabilities, truth, labels, weight) / (labels == 2 ? 2 : 1);
  calibration.held_out = judge_probabilities(run, scores, probabilities);
  return calibration;
}

std::string calibration_summary(const TrainingRun& run) {
  if (!run.calibration) return "";
  const TrainingCalibration& calibration = *run.calibration;
  return fmt::format(
      "calibration {} from {} folds; rows left out: accuracy {:.2f} %, AUC {:.4f}, log loss {:.4f}, Brier {:.4f}\n",
      word_for(calibrations, run.problem.options.calibration), run.problem.options.calibration_folds,
      100 * calibration.accuracy, calibration.auc, calibration.log_loss, calibration.brier_score);
}

Json calibration_facts(const TrainingRun& run) {
  if (!run.calibration) return nullptr;
  const TrainingCalibration& calibration = *run.calibration;
  return {{"method", word_for(calibrations, run.problem.options.calibration)},
          {"folds", run.problem.options.calibration_folds},
          {"accuracy", number_or_null(calibration.accuracy)},
          {"auc", number_or_null(calibration.auc)},
          {"log_loss", number_or_null(calibration.log_loss)},
          {"brier_score", number_or_null(calibration.brier_score)}};
}

}  // namespace smsvm::cli
