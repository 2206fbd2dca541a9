#include "cli/held_out.hpp"

#include <algorithm>

#include "cli/evaluation.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_labels_in_matrix = 1000;

HeldOut judge(const TrainingRun& run, std::span<const double> scores, std::span<const std::int32_t> said) {
  HeldOut held_out;
  held_out.labels = run.problem.model_labels;
  const std::vector<double> weight = run.problem.weight();
  held_out.confusion = confusion_matrix(run.problem.truth(), said, held_out.labels.size(), weight);
  const std::size_t columns = run.problem.problems();
  for (std::size_t k = 0; k < columns; ++k)
    held_out.curves.push_back({roc_curve(column_of(scores, columns, k), run.problem.signs(k), weight), {}});
  return held_out;
}

std::int32_t largest(std::span<const double> values) {
  return static_cast<std::int32_t>(std::ranges::max_element(values) - values.begin());
}

}  // namespace

std::vector<double> column_of(std::span<const double> table, std::size_t columns, std::size_t column) {
  std::vector<double> values;
  values.reserve(table.size() / columns);
  for (std::size_t at = column; at < table.size(); at += columns) values.push_back(table[at]);
  return values;
}

HeldOut judge_scores(const TrainingRun& run, std::span<const double> scores) {
  const std::size_t columns = run.problem.problems();
  std::vector<std::int32_t> said;
  for (std::size_t first = 0; first < scores.size(); first += columns)
    said.push_back(columns > 1 ? largest(scores.subspan(first, columns)) : scores[first] > 0 ? 0 : 1);
  return judge(run, scores, said);
}

HeldOut judge_probabilities(const TrainingRun& run, std::span<const double> scores,
                            std::span<const double> probabilities) {
  const std::size_t labels = run.problem.model_labels.size();
  std::vector<std::int32_t> said;
  for (std::size_t first = 0; first < probabilities.size(); first += labels)
    said.push_back(largest(probabilities.subspan(first, labels)));
  HeldOut held_out = judge(run, scores, said);
  for (std::size_t k = 0; k < held_out.curves.size(); ++k) {
    held_out.curves[k].calibration =
        calibration_curve(column_of(probabilities, labels, k), run.problem.signs(k), run.problem.weight());
  }
  return held_out;
}

Json held_out_json(const HeldOut& held_out) {
  const std::size_t labels = held_out.labels.size();
  Json confusion = Json::array();
  for (std::size_t truth = 0; truth < labels; ++truth) {
    const auto first = held_out.confusion.begin() + static_cast<std::ptrdiff_t>(truth * labels);
    confusion.push_back(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(labels)));
  }
  Json all = {{"confusion", labels <= most_labels_in_matrix ? std::move(confusion) : Json(nullptr)}};
  const auto or_null = [](const auto& curve) { return curve.empty() ? Json(nullptr) : to_json(curve); };
  const auto add_curves = [&](Json& to, const HeldOut::Curves& curves) {
    to["roc"] = or_null(curves.roc);
    to["calibration_curve"] = or_null(curves.calibration);
  };
  if (held_out.curves.size() == 1) {
    add_curves(all, held_out.curves.front());
    return all;
  }
  all["classes"] = Json::array();
  for (std::size_t k = 0; k < held_out.curves.size(); ++k) {
    Json of_class = {{"label", held_out.labels[k].text}};
    add_curves(of_class, held_out.curves[k]);
    all["classes"].push_back(std::move(of_class));
  }
  return all;
}

}  // namespace smsvm::cli
