#include <fmt/format.h>

#include <limits>

#include "cli/proof_text.hpp"
#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

std::vector<FactView> classes_of(const FactView& facts) {
  const auto classes = facts.find("classes");
  return classes ? classes->list() : std::vector<FactView>();
}

/// What is proved; of several classes, by the one with the largest gap, or the first without one.
std::string proof_of(const FactView& facts) {
  const std::vector<FactView> classes = classes_of(facts);
  if (classes.empty()) return describe_proof(facts.at("primal").number(), facts.number_if_any("dual"));
  const FactView* weakest = &classes.front();
  double largest = -1;
  for (const FactView& each : classes) {
    const double gap = each.number_if_any("relative_gap").value_or(std::numeric_limits<double>::infinity());
    if (gap > largest) {
      weakest = &each;
      largest = gap;
    }
  }
  return describe_proof_of_classes(weakest->at("label").text(), weakest->at("primal").number(),
                                   weakest->number_if_any("dual"));
}

std::string problem_of(const FactView& facts, const std::vector<std::string>& labels) {
  if (labels.size() == 2)
    return fmt::format("A linear support vector machine that tells {} from {}", labels[0], labels[1]);
  return fmt::format("{} linear support vector machines, each for one class against the rest",
                     with_thousands(std::ssize(classes_of(facts))));
}

void add_training_headline(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  document.paragraph(fmt::format("**{}; {}.**", status_words(facts.at("status").text()), proof_of(facts)));
  document.paragraph(problem_of(facts, labels) + ".");
  const FactView seconds = facts.at("seconds");
  document.figures({{{"status", report::Cell::literal(facts.at("status").text())},
                     {"objective", number_cell(facts.at("primal"), 8)},
                     {"proved lower bound", number_cell(facts.find("dual"), 8)},
                     {"relative gap", number_cell(facts.find("relative_gap"), 3)},
                     {"passes", number_cell(facts.at("passes"), 4)},
                     {"training", seconds_cell(seconds.at("train"))},
                     {"in all", seconds_cell(seconds.at("total"))},
                     {"memory at most", bytes_cell(facts.at("peak_memory_bytes"))},
                     {"nonzero weights", count_cell(facts.at("nonzero_weights"))}}});
}

void add_classes(report::Document& document, const std::vector<FactView>& classes) {
  if (classes.empty()) return;
  report::Table table{
      {"class", "status", "objective", "lower bound", "relative gap", "passes", "nonzero weights", "intercept"},
      {},
      "Each class against all the others.",
      classes.size() > 30};
  for (const FactView& each : classes) {
    table.rows.push_back({report::Cell::literal(each.at("label").text()),
                          report::Cell::literal(each.at("status").text()), number_cell(each.at("primal"), 9),
                          number_cell(each.find("dual"), 9), number_cell(each.find("relative_gap"), 3),
                          number_cell(each.at("passes"), 4), count_cell(each.at("nonzero_weights")),
                          number_cell(each.at("intercept"))});
  }
  document.table(std::move(table));
}

std::vector<report::Bar> bars_of(const FactView& weights) {
  std::vector<report::Bar> bars;
  for (const FactView& each : weights.list()) {
    const auto name = each.find("name");
    bars.push_back({feature_name(each.at("feature").count(), name ? std::optional(name->text()) : std::nullopt),
                    each.at("weight").number()});
  }
  return bars;
}

void add_weights_of_training(report::Document& document, const FactView& facts,
                             const std::vector<std::string>& labels) {
  const std::vector<FactView> classes = classes_of(facts);
  std::vector<NamedWeights> charts;
  if (classes.empty() && labels.size() == 2)
    charts.push_back({"The largest weights", labels[0], labels[1], bars_of(facts.at("weights"))});
  for (const FactView& each : classes) {
    const std::string label = each.at("label").text();
    charts.push_back({"Class " + label, label, "the rest", bars_of(each.at("weights"))});
  }
  const std::string each = classes.empty() ? "" : fmt::format(" in each of {} classes", classes.size());
  add_weights(document, charts,
              fmt::format("{} not zero, of {}{}. The largest are shown, on the scale of the data as read.",
                          facts.at("nonzero_weights").count() == 1
                              ? "1 weight is"
                              : counted(facts.at("nonzero_weights").count(), "weight") + " are",
                          counted(facts.at("features").count(), "feature"), each));
}

void add_calibration(report::Document& document, const FactView& facts) {
  const auto calibration = facts.find("calibration");
  if (!calibration) return;
  document.heading("Probabilities");
  document.figures({{{"method", report::Cell::literal(calibration->at("method").text())},
                     {"folds", count_cell(calibration->at("folds"))},
                     {"accuracy", number_cell(calibration->find("accuracy"), 4)},
                     {"AUC", number_cell(calibration->find("auc"), 4)},
                     {"log loss", number_cell(calibration->find("log_loss"), 4)},
                     {"Brier score", number_cell(calibration->find("brier_score"), 4)}}});
}

}  // namespace

report::Document training_page(const FactView& facts) {
  const std::vector<std::string> labels = texts(facts.at("labels"));
  report::Document document("Linear SVM trained on " + file_name(facts.text_or("data", "data")));
  add_training_headline(document, facts, labels);
  const std::vector<FactView> classes = classes_of(facts);
  add_classes(document, classes);
  std::vector<NamedHistory> histories;
  if (classes.empty()) histories.push_back({"", facts.at("history")});
  for (const FactView& each : classes) histories.push_back({"class " + each.at("label").text(), each.at("history")});
  add_convergence(document, histories);
  add_weights_of_training(document, facts, labels);
  add_calibration(document, facts);
  add_held_out(document, facts.find("held_out"), labels,
               "Each row was judged by a model that was trained without it and its fold.");
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
