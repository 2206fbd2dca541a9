#include "cli/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>

#include "cli/held_out.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "data/excerpt.hpp"
#include "smsvm/error.hpp"
#include "smsvm/table.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_classes_in_text = 20, most_classes_in_matrix = 1000;
constexpr const char* name_of_unknown = "unknown";

std::vector<std::int32_t> truth_of_rows(const Model& model, const Labels& labels) {
  std::vector<std::int32_t> in_model;  // of each label of the data
  for (const Label& label : labels.distinct)
    in_model.push_back(static_cast<std::int32_t>(std::ranges::find(model.labels, label) - model.labels.begin()));
  std::vector<std::int32_t> truth;
  for (const std::int32_t label : labels.of_row) truth.push_back(in_model[static_cast<std::size_t>(label)]);
  return truth;
}

std::vector<std::int8_t> signs_of(std::span<const std::int32_t> truth, std::size_t label) {
  std::vector<std::int8_t> sign;
  for (const std::int32_t its_own : truth) sign.push_back(static_cast<std::size_t>(its_own) == label ? 1 : -1);
  return sign;
}

void rate_scores(Evaluation& evaluation, const std::vector<double>& scores) {
  const std::size_t labels = evaluation.labels.size();
  if (labels > 2) {
    evaluation.auc = one_versus_rest_auc(scores, evaluation.truth, labels);
    for (std::size_t k = 0; k < labels; ++k)
      evaluation.roc.push_back(roc_curve(column_of(scores, labels, k), signs_of(evaluation.truth, k)));
    return;
  }
  const std::vector<std::int8_t> sign = signs_of(evaluation.truth, 0);
  evaluation.auc = {auc(scores, sign)};
  evaluation.hinge_loss = mean_hinge_loss(scores, sign);
  evaluation.roc = {roc_curve(scores, sign)};
}

void rate_probabilities(Evaluation& evaluation, const std::vector<double>& probabilities) {
  const std::size_t labels = evaluation.labels.size();
  std::vector<std::int32_t> truth;
  std::vector<double> known;
  for (std::size_t row = 0; row < evaluation.truth.size(); ++row) {
    if (static_cast<std::size_t>(evaluation.truth[row]) == labels) continue;
    truth.push_back(evaluation.truth[row]);
    const auto its_own = probabilities.begin() + static_cast<std::ptrdiff_t>(row * labels);
    known.insert(known.end(), its_own, its_own + static_cast<std::ptrdiff_t>(labels));
  }
  evaluation.log_loss = log_loss(known, truth, labels);
  for (std::size_t k = 0; k < (labels > 2 ? labels : 1); ++k)
    evaluation.calibration_curve.push_back(calibration_curve(column_of(known, labels, k), signs_of(truth, k)));
  evaluation.brier_score =
      labels > 2 ? brier_score(known, truth, labels) : brier_score(column_of(known, labels, 0), signs_of(truth, 0));
}

std::string measure(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4f}", value); }

std::int64_t whole(double count) { return static_cast<std::int64_t>(count); }

/// The classes that are worth a line: those of the model, sorted, and the unknown ones if there are any.
std::vector<std::size_t> classes_in_use(const Evaluation& evaluation) {
  std::vector<std::size_t> classes = evaluation.order;
  if (evaluation.unknown > 0) classes.push_back(evaluation.labels.size());
  return classes;
}

std::vector<std::size_t> sorted_order(const std::vector<Label>& labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return labels[a] < labels[b]; });
  return order;
}

std::string label_of(const Evaluation& evaluation, std::size_t its_class) {
  return its_class < evaluation.labels.size() ? evaluation.labels[its_class] : name_of_unknown;
}

std::string table_of_classes(const Evaluation& evaluation) {
  const bool one_auc = evaluation.labels.size() <= 2;  // the same for both classes
  std::string text = fmt::format("{:<11} {:>9} {:>9} {:>9} {:>9} {:>9}{}\n", "class", "rows", "predicted", "precision",
                                 "recall", "F1", one_auc ? "" : "       AUC");
  for (const std::size_t k : classes_in_use(evaluation)) {
    const ClassCounts& counts = evaluation.counts;
    text += fmt::format("{:<11} {:>9} {:>9} {:>9} {:>9} {:>9}", label_of(evaluation, k),
                        with_thousands(whole(counts.actual[k])), with_thousands(whole(counts.predicted[k])),
                        measure(counts.precision(k)), measure(counts.recall(k)), measure(counts.f1(k)));
    if (!one_auc && k < evaluation.auc.size()) text += fmt::format(" {:>9}", measure(evaluation.auc[k]));
    text += '\n';
  }
  return text;
}

std::vector<double> matrix_of(const Evaluation& evaluation) {
  return confusion_matrix(evaluation.truth, evaluation.predicted, evaluation.counts.classes());
}

std::string table_of_confusion(const Evaluation& evaluation) {
  std::string text = fmt::format("{:<11}", "true \\ said");
  for (const std::size_t said : evaluation.order) text += fmt::format(" {:>9}", evaluation.labels[said]);
  text += '\n';
  const std::vector<double> matrix = matrix_of(evaluation);
  for (const std::size_t k : classes_in_use(evaluation)) {
    text += fmt::format("{:<11}", label_of(evaluation, k));
    for (const std::size_t said : evaluation.order)
      text += fmt::format(" {:>9}", with_thousands(whole(matrix[k * evaluation.counts.classes() + said])));
    text += '\n';
  }
  return text;
}

Json confusion_json(const Evaluation& evaluation) {
  if (evaluation.labels.size() > most_classes_in_matrix) return nullptr;
  const std::vector<double> matrix = matrix_of(evaluation);
  Json rows = Json::array();
  for (const std::size_t k : classes_in_use(evaluation)) {
    Json row = Json::array();
    for (const std::size_t said : evaluation.order)
      row.push_back(whole(matrix[k * evaluation.counts.classes() + said]));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::int64_t Evaluation::correct() const {
  return whole(std::accumulate(counts.correct.begin(), counts.correct.end(), 0.0));
}

std::optional<Evaluation> evaluate(const Predictions& predictions, const Model& model, const Dataset& data) {
  if (data.labels.distinct.empty()) return {};
  Evaluation evaluation;
  for (const Label& label : model.labels) evaluation.labels.push_back(label.text);
  evaluation.order = sorted_order(model.labels);
  evaluation.truth = truth_of_rows(model, data.all_labels());
  evaluation.predicted = predictions.label;
  evaluation.counts = count_classes(evaluation.truth, evaluation.predicted, evaluation.labels.size() + 1);
  evaluation.unknown = whole(evaluation.counts.actual.back());
  rate_scores(evaluation, predictions.scores);
  if (!predictions.probabilities.empty()) rate_probabilities(evaluation, predictions.probabilities);
  return evaluation;
}

void refuse_other_places(const Evaluation& evaluation, const Model& model, const Dataset& data,
                         const std::string& file) {
  if (!model.table || !data.table || evaluation.unknown < evaluation.rows()) return;
  const auto label = data.table->find(TableColumn::Role::label);
  if (!label || (model.table->has_names() && data.table->has_names())) return;
  throw DataError(
      Place{file},
      fmt::format("column {}, where the model has its label, has none of its labels ({}), but such as {}", *label + 1,
                  fmt::join(evaluation.labels, ", "), in_quotes(data.labels.distinct.front().text)),
      "expected the columns in their order in training; say which one is the label: --label-column NAME, N "
      "(from 1) or none");
}

std::string accuracy_line(const Evaluation& evaluation) {
  return fmt::format("Accuracy = {:g}% ({}/{})", 100 * evaluation.counts.accuracy(), evaluation.correct(),
                     evaluation.rows());
}

std::string describe(const Evaluation& evaluation) {
  std::string text;
  if (evaluation.labels.size() <= most_classes_in_text)
    text += table_of_classes(evaluation) + table_of_confusion(evaluation);
  text += fmt::format("balanced accuracy {}, F1 {} (macro) {} (weighted), AUC {}",
                      measure(evaluation.counts.balanced_accuracy()), measure(evaluation.counts.macro_f1()),
                      measure(evaluation.counts.weighted_f1()), measure(evaluation.mean_auc()));
  if (evaluation.hinge_loss) text += fmt::format(", mean hinge loss {}", measure(*evaluation.hinge_loss));
  if (evaluation.log_loss) {
    text += fmt::format("\nprobabilities: log loss {}, Brier score {}", measure(*evaluation.log_loss),
                        measure(*evaluation.brier_score));
  }
  return text;
}

Json to_json(const Evaluation& evaluation) {
  const ClassCounts& counts = evaluation.counts;
  Json classes = Json::array();
  for (const std::size_t k : evaluation.order) {
    classes.push_back({{"label", evaluation.labels[k]},
                       {"rows", whole(counts.actual[k])},
                       {"predicted", whole(counts.predicted[k])},
                       {"correct", whole(counts.correct[k])},
                       {"precision", number_or_null(counts.precision(k))},
                       {"recall", number_or_null(counts.recall(k))},
                       {"f1", number_or_null(counts.f1(k))},
                       {"auc", number_or_null(evaluation.auc[evaluation.auc.size() == 1 ? 0 : k])}});
  }
  return {{"correct", evaluation.correct()},
          {"accuracy", number_or_null(counts.accuracy())},
          {"balanced_accuracy", number_or_null(counts.balanced_accuracy())},
          {"macro_f1", number_or_null(counts.macro_f1())},
          {"weighted_f1", number_or_null(counts.weighted_f1())},
          {"auc", number_or_null(evaluation.mean_auc())},
          {"hinge_loss", number_or_null(evaluation.hinge_loss)},
          {"log_loss", number_or_null(evaluation.log_loss)},
          {"brier_score", number_or_null(evaluation.brier_score)},
          {"unknown_rows", evaluation.unknown},
          {"classes", classes},
          {"confusion", confusion_json(evaluation)}};
}

Json to_json(const std::optional<Evaluation>& evaluation) {
  Json facts = to_json(evaluation.value_or(Evaluation{}));
  facts["roc"] = facts["calibration_curve"] = nullptr;
  if (!evaluation) {
    for (auto& fact : facts) fact = nullptr;
    return facts;
  }
  const auto add_curves = [&](Json& to, std::size_t k) {
    const bool calibrated = k < evaluation->calibration_curve.size();
    to["roc"] = k < evaluation->roc.size() ? to_json(evaluation->roc[k]) : Json(nullptr);
    to["calibration_curve"] = calibrated ? to_json(evaluation->calibration_curve[k]) : Json(nullptr);
  };
  if (evaluation->labels.size() <= 2) {
    add_curves(facts, 0);
  } else {
    for (std::size_t at = 0; at < evaluation->order.size(); ++at)
      add_curves(facts["classes"][at], evaluation->order[at]);
  }
  return facts;
}

Json to_json(const std::vector<RocPoint>& curve) {
  Json list = Json::array();
  for (const RocPoint& point : curve) {
    list.push_back({{"false_positive_rate", point.false_positive_rate},
                    {"true_positive_rate", point.true_positive_rate},
                    {"threshold", number_or_null(point.threshold)}});
  }
  return list;
}

Json to_json(const std::vector<CalibrationBin>& curve) {
  Json list = Json::array();
  for (const CalibrationBin& bin : curve) {
    list.push_back({{"mean_probability", bin.mean_probability},
                    {"share_positive", bin.share_positive},
                    {"rows", whole(bin.weight)}});
  }
  return list;
}

}  // namespace smsvm::cli
