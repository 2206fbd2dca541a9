#include <fmt/format.h>

#include "cli/proof_text.hpp"
#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

void add_model_headline(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  const auto training = facts.find("training");
  if (!training) {
    document.paragraph(
        "**A model of LIBLINEAR**, or one whose weights were changed since: nothing is known about how it was "
        "trained.");
  } else if (training->at("classes").list().empty()) {
    document.paragraph(fmt::format("**{}; {}.**", status_words(training->at("status").text()),
                                   describe_proof(training->at("primal").number(), training->number_if_any("dual"))));
  } else {
    document.paragraph(fmt::format("**{}** (the worst of the classes).", status_words(training->at("status").text())));
  }
  std::vector<report::Figures::Figure> figures = {{"classes", std::to_string(labels.size())},
                                                  {"features", count_cell(facts.at("features"))},
                                                  {"nonzero weights", count_cell(facts.at("nonzero_weights"))}};
  if (training) {
    figures.push_back({"objective", number_cell(training->at("primal"), 8)});
    figures.push_back({"proved lower bound", number_cell(training->find("dual"), 8)});
    figures.push_back({"relative gap", number_cell(training->find("relative_gap"), 3)});
    figures.push_back({"passes", number_cell(training->at("passes"), 4)});
    figures.push_back({"rows trained on", count_cell(training->at("rows"))});
  }
  document.figures({std::move(figures)});
}

void add_classes(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  const auto training = facts.find("training");
  const std::vector<FactView> classes = training ? training->at("classes").list() : std::vector<FactView>();
  const auto intercept = facts.find("intercept");
  const std::vector<FactView> intercepts = intercept ? intercept->list() : std::vector<FactView>();
  if (classes.empty()) {
    document.paragraph(fmt::format("A positive score means {}. The intercept is {}.", labels.front(),
                                   intercepts.empty() ? "absent" : number_cell(intercepts.front()).text));
    return;
  }
  report::Table table{{"class", "status", "objective", "lower bound", "relative gap", "passes", "intercept"},
                      {},
                      "Every class in figures, each against all the others",
                      true};
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const FactView& each = classes[k];
    table.rows.push_back({report::Cell::literal(each.at("label").text()),
                          report::Cell::literal(each.at("status").text()), number_cell(each.at("primal"), 9),
                          number_cell(each.find("dual"), 9), number_cell(each.find("relative_gap"), 3),
                          number_cell(each.at("passes"), 4),
                          k < intercepts.size() ? number_cell(intercepts[k]) : report::Cell(no_value)});
  }
  document.table(std::move(table));
}

void add_weights_of_model(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  const auto training = facts.find("training");
  std::vector<NamedWeights> charts;
  if (labels.size() <= 2) {
    charts.push_back(
        {"The largest weights", "", labels.front(), labels.size() == 2 ? labels[1] : "the other class", {}});
  } else {
    for (const std::string& label : labels) charts.push_back({"Class " + label, label, label, "the rest", {}});
  }
  for (const FactView& entry : facts.at("largest_weights").list()) {
    const auto given = entry.find("name");
    const std::string name =
        feature_name(entry.at("feature").count(), given ? std::optional(given->text()) : std::nullopt);
    const double scale = entry.number_if_any("scale").value_or(1);
    const std::vector<FactView> weights = entry.at("weights").list();
    if (weights.size() != charts.size()) entry.at("weights").complain("a weight for each class");
    for (std::size_t k = 0; k < charts.size(); ++k) charts[k].bars.push_back({name, weights[k].number() * scale});
  }
  add_weights(
      document, charts,
      fmt::format("{} are not zero. The largest are shown, {}.", counted(facts.at("nonzero_weights").count(), "weight"),
                  units_of_weights(training ? training->text_or("scale", "none") : "none")));
}

void add_training(report::Document& document, const FactView& facts, const std::vector<std::string>& labels) {
  report::Table table{{"property", "value"}, {}, "What the model's file says"};
  const auto add = [&](const char* name, report::Cell cell) { table.rows.push_back({name, std::move(cell)}); };
  if (const auto training = facts.find("training")) {
    add("λ, weight of ℓ2", number_cell(training->at("l2")));
    add("μ, weight of ℓ1", number_cell(training->at("l1")));
    add("C", number_cell(training->find("C")));
    add("ρ, share of ℓ1", number_cell(training->find("l1_ratio")));
    add("intercept", report::Cell::literal(training->at("intercept").text()));
    add("relative gap asked for", number_cell(training->at("tolerance")));
    add("features scaled for the penalty", report::Cell::literal(training->at("scale").text()));
    add("weight of the rows", number_cell(training->at("total_weight")));
    add("precision of the values", report::Cell::literal(training->at("precision").text()));
    add("checksum of the data", report::Cell::literal(training->at("data_checksum").text()));
  }
  add("probabilities", report::Cell::literal(facts.text_or("calibration", "none")));
  if (labels.size() <= most_classes_apart)
    for (const std::string& label : labels) add("label", report::Cell::literal(label));
  add("version of smsvm", report::Cell::literal(facts.text_or("version", no_value)));
  document.heading("How it was made");
  document.table(std::move(table));
  add_classes(document, facts, labels);
}

}  // namespace

report::Document model_page(const FactView& facts) {
  const std::vector<std::string> labels = texts(facts.at("labels"));
  if (labels.empty()) facts.at("labels").complain("at least one label");
  report::Document document("Linear SVM " + file_name(facts.text_or("file", "model")));
  add_model_headline(document, facts, labels);
  add_weights_of_model(document, facts, labels);
  add_training(document, facts, labels);
  return document;
}

}  // namespace smsvm::cli
