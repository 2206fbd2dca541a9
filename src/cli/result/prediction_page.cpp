#include <fmt/format.h>

#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

void add_measures(report::Document& document, const FactView& facts) {
  document.figures({{{"accuracy", number_cell(facts.find("accuracy"), 4)},
                     {"balanced accuracy", number_cell(facts.find("balanced_accuracy"), 4)},
                     {"F1, mean of classes", number_cell(facts.find("macro_f1"), 4)},
                     {"AUC", number_cell(facts.find("auc"), 4)},
                     {"log loss", number_cell(facts.find("log_loss"), 4)},
                     {"rows", count_cell(facts.at("rows"))}}});
  report::Table table{{"class", "rows", "predicted", "precision", "recall", "F1"}, {}, "Each class."};
  for (const FactView& each : facts.at("classes").list()) {
    table.rows.push_back({report::Cell::literal(each.at("label").text()), count_cell(each.at("rows")),
                          count_cell(each.at("predicted")), number_cell(each.find("precision"), 4),
                          number_cell(each.find("recall"), 4), number_cell(each.find("f1"), 4)});
  }
  document.table(std::move(table));
}

}  // namespace

report::Document prediction_page(const FactView& facts) {
  report::Document document("Predictions for " + file_name(facts.text_or("data", "data")));
  if (facts.find("accuracy")) {
    add_measures(document, facts);
    add_held_out(document, facts.find("held_out"), texts(facts.at("labels")), "What the model says about these rows.");
  } else {
    document.paragraph(fmt::format("{} rows without labels: there is nothing to compare the predictions with.",
                                   with_thousands(facts.at("rows").count())));
  }
  return document;
}

}  // namespace smsvm::cli
