#include <fmt/format.h>

#include "cli/result/cross_validation.hpp"
#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

/// The two points that may be chosen, side by side.
report::Table chosen_table(const FactView& facts) {
  report::Table table{
      {"property", "min", "1se"}, {}, "The best point, and the strongest penalty within one standard error of it."};
  const FactView best = facts.at("best"), one_se = facts.at("one_se");
  const auto add = [&](const char* name, const auto& cell_of) {
    table.rows.push_back({name, cell_of(best), cell_of(one_se)});
  };
  add("point", [](const FactView& at) { return count_cell(at.at("point")); });
  add("μ, weight of ℓ1", [](const FactView& at) { return number_cell(at.at("l1")); });
  add("λ, weight of ℓ2", [](const FactView& at) { return number_cell(at.at("l2")); });
  add("nonzero weights", [](const FactView& at) { return count_cell(at.at("nonzero_weights")); });
  for (const FactView& curve : facts.at("paths").list().front().at("curves").list()) {
    const std::string metric = curve.at("metric").text();
    const auto of = [&](const FactView& at, const char* key) {
      return number_cell(at.at("scores").at(metric).find(key));
    };
    table.rows.push_back({report::Cell::literal(metric_words(metric)), of(best, "mean"), of(one_se, "mean")});
    table.rows.push_back(
        {report::Cell::literal("± " + metric_words(metric)), of(best, "standard_error"), of(one_se, "standard_error")});
  }
  return table;
}

void add_cross_validation_headline(report::Document& document, const FactView& facts) {
  const FactView best = facts.at("best"), seconds = facts.at("seconds");
  const std::string metric = facts.at("paths").list().front().at("curves").list().front().at("metric").text();
  const FactView score = best.at("scores").at(metric);
  document.paragraph(fmt::format(
      "**Best {}: {} ± {}**, at μ = {:.6g}, λ = {:.6g} with {}.", metric_words(metric),
      number_cell(score.find("mean")).text, number_cell(score.find("standard_error"), 2).text, best.at("l1").number(),
      best.at("l2").number(), counted(best.at("nonzero_weights").count(), "nonzero weight")));
  document.figures({{{metric_words(metric), number_cell(score.find("mean"))},
                     {"standard error", number_cell(score.find("standard_error"), 3)},
                     {"strength, min", number_cell(best.at("strength"))},
                     {"strength, 1se", number_cell(facts.at("one_se").at("strength"))},
                     {"passes", number_cell(facts.at("passes"), 4)},
                     {"cross-validation", seconds_cell(seconds.at("cv"))},
                     {"in all", seconds_cell(seconds.at("total"))},
                     {"memory at most", bytes_cell(facts.at("peak_memory_bytes"))}}});
}

std::string path_heading(const FactView& path, std::size_t paths) {
  const auto ratio = path.find("l1_ratio");
  return paths > 1 && ratio ? fmt::format("Path, ρ = {:g}", ratio->number()) : "Path";
}

}  // namespace

report::Document cross_validation_page(const FactView& facts) {
  const std::vector<FactView> paths = facts.at("paths").list();
  if (paths.empty() || paths.front().at("curves").list().empty()) facts.at("paths").complain("a path with a curve");
  const std::vector<std::string> labels = texts(facts.at("labels"));
  report::Document document("Cross-validation on " + file_name(facts.text_or("data", "data")));
  add_cross_validation_headline(document, facts);
  document.table(chosen_table(facts));
  document.heading("Cross-validation");
  add_curves(document, facts);
  document.table(curves_table(facts));
  const std::size_t chosen = chosen_path(facts);
  for (std::size_t p = 0; p < paths.size(); ++p) {
    document.heading(path_heading(paths[p], paths.size()));
    add_paths(document, paths_of(paths[p]), fmt::format("path-{}", p + 1), facts.find("feature_names"),
              p == chosen ? chosen_guides(facts) : std::vector<report::Guide>());
  }
  add_held_out(
      document, facts.find("held_out"), labels,
      "At the best point, each row judged by the model that was trained without its fold. The point was chosen by "
      "these rows, which flatters it a little.");
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
