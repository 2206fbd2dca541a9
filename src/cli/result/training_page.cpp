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
  std::vector<report::Figures::Figure> figures;
  if (const auto test = facts.find("test")) {
    figures = quality_figures(*test, ", test rows");
  } else if (const auto calibration = facts.find("calibration")) {
    figures = quality_figures(*calibration, ", rows left out");
  }
  figures.push_back({"nonzero weights", count_cell(facts.at("nonzero_weights"))});
  figures.push_back({"rows", count_cell(facts.at("rows"))});
  figures.push_back({"features", count_cell(facts.at("features"))});
  figures.push_back({"training", seconds_cell(facts.at("seconds").at("train"))});
  document.figures({std::move(figures)});
}

void add_proof(report::Document& document, const FactView& facts) {
  document.heading("Convergence");
  document.figures({{{"objective", number_cell(facts.at("primal"), 8)},
                     {"proved lower bound", number_cell(facts.find("dual"), 8)},
                     {"relative gap", number_cell(facts.find("relative_gap"), 3)},
                     {"passes", number_cell(facts.at("passes"), 4)},
                     {"memory at most", bytes_cell(facts.at("peak_memory_bytes"))}}});
}

void add_classes(report::Document& document, const std::vector<FactView>& classes) {
  if (classes.empty()) return;
  report::Table table{
      {"class", "status", "objective", "lower bound", "relative gap", "passes", "nonzero weights", "intercept"},
      {},
      "Every class in figures, each against all the others",
      true};
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
                    each.at("weight").number() * each.number_if_any("scale").value_or(1)});
  }
  return bars;
}

void add_weights_of_training(report::Document& document, const FactView& facts,
                             const std::vector<std::string>& labels) {
  const std::vector<FactView> classes = classes_of(facts);
  std::vector<NamedWeights> charts;
  if (classes.empty() && labels.size() == 2)
    charts.push_back({"The largest weights", "", labels[0], labels[1], bars_of(facts.at("weights"))});
  for (const FactView& each : classes) {
    const std::string label = each.at("label").text();
    charts.push_back({"Class " + label, label, label, "the rest", bars_of(each.at("weights"))});
  }
  const std::string each = classes.empty() ? "" : fmt::format(" in each of {} classes", classes.size());
  const std::int64_t nonzero = facts.at("nonzero_weights").count();
  const char* blank =
      charts.size() > most_classes_apart ? " A blank field is zero, or not among a class's largest." : "";
  add_weights(document, charts,
              fmt::format("{} not zero, of {}{}. The largest are shown, {}.{}",
                          nonzero == 1 ? "1 weight is" : counted(nonzero, "weight") + " are",
                          counted(facts.at("features").count(), "feature"), each,
                          units_of_weights(facts.text_or("scale", "none")), blank));
}

void add_quality(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  const auto test = facts.find("test"), held_out = facts.find("held_out"), calibration = facts.find("calibration");
  if (!test && !held_out && !calibration) return;
  document.heading("Quality");
  if (test) {
    document.subheading("Test rows");
    add_evaluation(document, *test, "test-");
  }
  if (!held_out && !calibration) return;
  document.subheading("Rows left out");
  const std::string judged = "Each row was judged by a model that was trained without its fold";
  if (calibration) {
    document.paragraph(
        fmt::format("{}, one of {}. Probabilities are by {}, fitted to the scores of these rows, which flatters their "
                    "calibration a "
                    "little.",
                    judged, calibration->at("folds").count(), calibration_words(calibration->at("method").text())));
    if (test) document.figures({quality_figures(*calibration, "")});  // else they are at the top
  } else {
    document.paragraph(judged + ".");
  }
  if (held_out) add_judged(document, {*held_out, labels, table_order(facts), ""});
}

}  // namespace

report::Document training_page(const FactView& facts) {
  const std::vector<std::string> labels = texts(facts.at("labels"));
  report::Document document("Linear SVM trained on " + file_name(facts.text_or("data", "data")));
  add_training_headline(document, facts, labels);
  add_quality(document, facts, labels);
  add_weights_of_training(document, facts, labels);
  add_data(document, facts);
  const std::vector<FactView> classes = classes_of(facts);
  std::vector<NamedHistory> histories;
  if (classes.empty()) histories.push_back({"", facts.at("history")});
  for (const FactView& each : classes) histories.push_back({each.at("label").text(), each.at("history")});
  add_proof(document, facts);
  add_convergence(document, histories);
  add_classes(document, classes);
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
