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
    const auto of = [&](const FactView& at) {
      const FactView score = at.at("scores").at(metric);
      return score_cell(score.find("mean"), score.find("standard_error"));
    };
    table.rows.push_back({report::Cell::literal(metric_words(metric)), of(best), of(one_se)});
  }
  return table;
}

void add_cross_validation_headline(report::Document& document, const FactView& facts) {
  const FactView best = facts.at("best"), seconds = facts.at("seconds");
  const std::string metric = facts.at("paths").list().front().at("curves").list().front().at("metric").text();
  const FactView score = best.at("scores").at(metric);
  const report::Cell shown = score_cell(score.find("mean"), score.find("standard_error"));
  document.paragraph(fmt::format("**Best {}: {}**, at μ = {:.6g}, λ = {:.6g} with {}.", metric_words(metric),
                                 shown.text, best.at("l1").number(), best.at("l2").number(),
                                 counted(best.at("nonzero_weights").count(), "nonzero weight")));
  if (const std::string edge = edge_of_path(facts); !edge.empty())
    document.paragraph(fmt::format("**The best point is the {} of its path**: a {} penalty may be better still.", edge,
                                   edge == "last" ? "weaker" : "stronger"));
  document.figures({{{metric_words(metric), shown},
                     {"strength, min", number_cell(best.at("strength"))},
                     {"strength, 1se", number_cell(facts.at("one_se").at("strength"))},
                     {"nonzero weights, min", count_cell(best.at("nonzero_weights"))},
                     {"cross-validation", seconds_cell(seconds.at("cv"))}}});
}

std::string of_ratio(const FactView& path, std::size_t paths) {
  const auto ratio = path.find("l1_ratio");
  return paths > 1 && ratio ? fmt::format(", ρ = {:g}", ratio->number()) : "";
}

void add_quality(report::Document& document, const FactView& facts) {
  document.heading("Quality");
  add_curves(document, facts);
  document.table(chosen_table(facts));
  document.table(curves_table(facts));
  const auto held_out = facts.find("held_out");
  if (!held_out) return;
  document.subheading("Rows left out");
  document.paragraph(
      "At the best point, each row judged by the model that was trained without its fold. The point was chosen by "
      "these rows, which flatters it a little.");
  add_judged(document, {*held_out, texts(facts.at("labels")), table_order(facts), ""});
}

/// Of all classes at the point that the rule chooses.
void add_weights_of_choice(report::Document& document, const FactView& facts) {
  const bool one_se = facts.text_or("rule", "min") == "1se";
  const FactView choice = facts.at(one_se ? "one_se" : "best");
  const std::vector<FactView> paths = facts.at("paths").list();
  const auto path = static_cast<std::size_t>(choice.at("path").count());
  const std::int64_t point = choice.at("point").count();
  if (path >= paths.size() || point == 0) choice.complain("the number of one of the paths, and of a point of it");
  const std::vector<NamedPath> of_classes = paths_of(paths[path]);
  add_weights(
      document, weights_at(of_classes, static_cast<std::size_t>(point - 1), texts(facts.at("labels")), Features(facts)),
      fmt::format("{} trained on all rows, {}. {} not zero; the largest are shown.",
                  one_se ? "At the point 1se" : "At the best point", units_of_weights(facts.text_or("scale", "none")),
                  choice.at("nonzero_weights").count() == 1
                      ? "1 weight is"
                      : counted(choice.at("nonzero_weights").count(), "weight") + " are"));
}

/// Of two classes all paths; of several only the best, with a plot for each class.
void add_all_paths(report::Document& document, const FactView& facts) {
  const std::vector<FactView> paths = facts.at("paths").list();
  const Features features(facts);
  const std::size_t chosen = chosen_path(facts), classes = paths_of(paths[chosen]).size();
  if (classes > most_classes_apart) return;
  document.heading("Weights along the path");
  const auto wanted = [&](std::size_t p) { return classes == 1 || p == chosen; };
  for (std::size_t p = 0; p < paths.size(); ++p) {
    if (!wanted(p)) continue;
    add_paths(document, paths_of(paths[p]),
              {fmt::format("path-{}", p + 1), "Weights along the path" + of_ratio(paths[p], paths.size()),
               p == chosen ? chosen_guides(facts) : std::vector<report::Guide>()},
              features);
  }
  for (std::size_t p = 0; p < paths.size(); ++p)
    if (wanted(p)) add_path_figures(document, paths_of(paths[p]), of_ratio(paths[p], paths.size()));
}

}  // namespace

report::Document cross_validation_page(const FactView& facts) {
  const std::vector<FactView> paths = facts.at("paths").list();
  if (paths.empty() || paths.front().at("curves").list().empty()) facts.at("paths").complain("a path with a curve");
  report::Document document("Cross-validation on " + file_name(facts.text_or("data", "data")));
  add_cross_validation_headline(document, facts);
  add_quality(document, facts);
  add_weights_of_choice(document, facts);
  add_all_paths(document, facts);
  add_data(document, facts);
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
