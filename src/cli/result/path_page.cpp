#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/result/fact_text.hpp"
#include "cli/result/pages.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_classes_drawn = 12;

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
                     {"passes", number_cell(facts.at("passes"), 4)},
                     {"path", seconds_cell(seconds.at("path"))},
                     {"in all", seconds_cell(seconds.at("total"))},
                     {"memory at most", bytes_cell(facts.at("peak_memory_bytes"))}}});
}

}  // namespace

std::vector<NamedPath> paths_of(const FactView& facts) {
  if (const auto points = facts.find("points")) return {{"", *points}};
  std::vector<NamedPath> paths;
  for (const FactView& each : facts.at("classes").list()) paths.push_back({each.at("label").text(), each.at("points")});
  if (paths.empty()) facts.at("classes").complain("at least one class");
  return paths;
}

void add_paths(report::Document& document, const std::vector<NamedPath>& paths, const std::string& name,
               const std::optional<FactView>& feature_names, const std::vector<report::Guide>& guides) {
  for (std::size_t k = 0; k < std::min(paths.size(), most_classes_drawn); ++k) {
    const std::string of_class = paths[k].label.empty() ? "" : fmt::format(", class {}", paths[k].label);
    add_path(document, {fmt::format("{}-{}", name, k + 1), "Weights along the path" + of_class, paths[k].points,
                        feature_names, guides});
  }
  if (paths.size() > most_classes_drawn)
    document.paragraph(fmt::format("The first {} of {} classes are shown.", most_classes_drawn, paths.size()));
}

report::Document path_page(const FactView& facts) {
  const std::vector<NamedPath> paths = paths_of(facts);
  report::Document document("Path of linear SVMs on " + file_name(facts.text_or("data", "data")));
  add_path_headline(document, facts, paths);
  document.heading("Path");
  add_paths(document, paths, "path", facts.find("feature_names"), {});
  add_setting(document, facts);
  return document;
}

}  // namespace smsvm::cli
