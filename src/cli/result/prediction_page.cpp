#include <fmt/format.h>

#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
report::Document prediction_page(const FactView& facts) {
  report::Document document("Predictions for " + file_name(facts.text_or("data", "data")));
  if (facts.find("accuracy")) {
    std::vector<report::Figures::Figure> figures = quality_figures(facts, "");
    figures.push_back({"rows", count_cell(facts.at("rows"))});
    document.figures({std::move(figures)});
    add_evaluation(document, facts, "");
  } else {
    document.paragraph(fmt::format("{} rows without labels: there is nothing to compare the predictions with.",
                                   with_thousands(facts.at("rows").count())));
  }
  return document;
}

}  // namespace smsvm::cli
