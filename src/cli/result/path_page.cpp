#include <fmt/format.h>

#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

/// All points, of all classes.
struct Summary {
  std::size_t points = 0, proved = 0;
  std::optional<FactView> worst;  ///< gap; none if one point has none

  void add(const FactView& path) {
    for (const FactView& point : path.list()) {
      ++points;
      if (point.at("status").text() == "converged") ++proved;
      const auto gap = point.find("relative_gap");
      all_have_gaps_ = all_have_gaps_ && gap;
      if (gap && (!worst || gap->number() > worst->number())) worst = gap;
    }
    if (!all_have_gaps_) worst.reset();
  }

 private:
  bool all_have_gaps_ = true;
};

void add_path_headline(report::Document& document, const FactView& facts, const std::vector<NamedPath>& paths) {
  Summary summary;
  for (const NamedPath& path : paths) summary.add(path.points);
  const double tolerance = facts.at("tolerance").number();
  document.paragraph(
      fmt::format("**{} of {} proved to a relative gap of {:g}.** Each point is trained from where the "
                  "one before ended, while the penalty falls.",
                  with_thousands(static_cast<std::int64_t>(summary.proved)),
                  counted(static_cast<std::int64_t>(summary.points), "point"), tolerance));
  const std::vector<FactView> first = paths.front().points.list();
  if (first.empty()) paths.front().points.complain("at least one point");
  const FactView seconds = facts.at("seconds");
  document.figures({{{"points", std::to_string(summary.points)},
                     {"largest relative gap", number_cell(summary.worst, 3)},
                     {"first strength", number_cell(first.front().at("strength"))},
                     {"last strength", number_cell(first.back().at("strength"))},
                     {"path", seconds_cell(seconds.at("path"))}}});
}

/// How the loss falls: of all classes in one plot, as long as it can be read.
void add_losses(report::Document& document, const std::vector<NamedPath>& paths) {
  if (paths.size() > most_classes_apart) return;
  report::Plot plot{"Loss along the path", strength_axis(paths.front().points), {"mean hinge loss"}, {}};
  plot.named_at_ends = true;
  for (const NamedPath& path : paths) {
    report::Series loss{path.label, {}, true, false};
    for (const FactView& point : path.points.list())
      loss.points.push_back({point.at("strength").number(), point.at("loss").number()});
    plot.series.push_back(std::move(loss));
  }
  document.plot("loss", std::move(plot));
}

}  // namespace

report::Document path_page(const FactView& facts) {
  const std::vector<NamedPath> paths = paths_of(facts);
  const Features features(facts);
  report::Document document("Path of linear SVMs on " + file_name(facts.text_or("data", "data")));
  add_path_headline(document, facts, paths);
  const std::string units = units_of_weights(facts.text_or("scale", "none"));
  if (paths.size() <= most_classes_apart) {
    document.heading("Path");
    document.paragraph(fmt::format("Weights are {}.", units));
    add_paths(document, paths, {"path", "Weights along the path", {}}, features);
    add_losses(document, paths);
    add_path_figures(document, paths, "");
  } else {
    const std::size_t last = paths.front().points.list().size() - 1;
    add_weights(document, weights_at(paths, last, {}, features),
                fmt::format("At the last point of the path, {}.", units));
  }
  add_data(document, facts);
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
