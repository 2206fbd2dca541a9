#include "cli/held_out.hpp"

#include <algorithm>

#include "cli/evaluation.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_labels_in_matrix = 1000;

HeldOut judge(const TrainingRun& run, std::span<const double> scores, std::span<const std::int32_t> said) {
  HeldOut held_out;
  held_out.labels = run.classes.labels.size();
  const std::vector<double> weight = run.weights.of_positive();
  held_out.confusion = confusion_matrix(truth_of_rows(run), said, held_out.labels, weight);
  if (!run.classes.several()) held_out.roc = roc_curve(scores, target_of(run, 0).sign, weight);
  return held_out;
}

std::int32_t largest(std::span<const double> values) {
  return static_cast<std::int32_t>(std::ranges::max_element(values) - values.begin());
}

}  // namespace

std::vector<std::int32_t> truth_of_rows(const TrainingRun& run) {
  std::vector<std::int32_t> in_model(run.data.labels.distinct.size(), 1);  // two classes: 1 is the rest
  for (std::size_t k = 0; k < run.classes.positive.size(); ++k)
    in_model[static_cast<std::size_t>(run.classes.positive[k])] = static_cast<std::int32_t>(k);
  std::vector<std::int32_t> truth;
  for (const std::int32_t label : run.data.labels.of_row) truth.push_back(in_model[static_cast<std::size_t>(label)]);
  return truth;
}

HeldOut judge_scores(const TrainingRun& run, std::span<const double> scores) {
  const std::size_t columns = run.classes.positive.size();
  std::vector<std::int32_t> said;
  for (std::size_t first = 0; first < scores.size(); first += columns)
    said.push_back(columns > 1 ? largest(scores.subspan(first, columns)) : scores[first] > 0 ? 0 : 1);
  return judge(run, scores, said);
}

HeldOut judge_probabilities(const TrainingRun& run, std::span<const double> scores,
                            std::span<const double> probabilities) {
  const std::size_t labels = run.classes.labels.size();
  std::vector<std::int32_t> said;
  std::vector<double> of_positive;
  for (std::size_t first = 0; first < probabilities.size(); first += labels) {
    said.push_back(largest(probabilities.subspan(first, labels)));
    of_positive.push_back(probabilities[first]);
  }
  HeldOut held_out = judge(run, scores, said);
  if (!run.classes.several())
    held_out.calibration_curve = calibration_curve(of_positive, target_of(run, 0).sign, run.weights.of_positive());
  return held_out;
}

Json held_out_json(const HeldOut& held_out) {
  Json confusion = Json::array();
  for (std::size_t truth = 0; truth < held_out.labels; ++truth) {
    const auto first = held_out.confusion.begin() + static_cast<std::ptrdiff_t>(truth * held_out.labels);
    confusion.push_back(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(held_out.labels)));
  }
  return {
      {"confusion", held_out.labels <= most_labels_in_matrix ? std::move(confusion) : Json(nullptr)},
      {"roc", held_out.roc.empty() ? Json(nullptr) : to_json(held_out.roc)},
      {"calibration_curve", held_out.calibration_curve.empty() ? Json(nullptr) : to_json(held_out.calibration_curve)}};
}

}  // namespace smsvm::cli
