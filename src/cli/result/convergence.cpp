#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {
namespace {

constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_coloured_curves = 10, most_drawn_curves = 300, slowest_of_many = 3, fewest_points = 3;

struct History {
  std::string name;
  std::vector<Progress> steps;
};

std::vector<Progress> read_steps(const FactView& list) {
  std::vector<Progress> steps;
  for (const FactView& entry : list.list()) {
    Progress step;
    step.passes = entry.at("passes").number();
    step.seconds = entry.at("seconds").number();
    step.primal = entry.at("primal").number();
    step.dual = entry.number_if_any("dual");
    step.epsilon = entry.at("epsilon").number();
    step.nonzero_weights = entry.at("nonzero_weights").count();
    steps.push_back(step);
  }
  return steps;
}

double gap_of(const Progress& step) { return step.dual ? step.relative_gap() : no_place; }

std::size_t points_to_see(const History& history) {
  return static_cast<std::size_t>(
      std::ranges::count_if(history.steps, [](const Progress& step) { return gap_of(step) > 0; }));
}

/// A line for each history; where they are many, those that took longest in colour, the others in the background.
report::Plot plot_of(std::vector<History> histories) {
  const bool many = histories.size() > most_coloured_curves;
  if (many) {
    std::ranges::stable_sort(histories, std::greater{},
                             [](const History& history) { return history.steps.back().passes; });
    if (histories.size() > most_drawn_curves) histories.resize(most_drawn_curves);
  }
  report::Plot plot{"Gap against passes", {"passes over the data"}, {"relative gap, proved", true}, {}};
  plot.named_at_ends = true;
  for (std::size_t at = 0; at < histories.size(); ++at) {
    report::Series series{histories[at].name, {}, true, histories.size() == 1, many && at >= slowest_of_many};
    for (const Progress& step : histories[at].steps) series.points.push_back({step.passes, gap_of(step)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

report::Table table_of(const FactView& list, const std::vector<Progress>& steps) {
  report::Table table{{"pass", "seconds", "objective", "lower bound", "relative gap", "ε", "nonzero weights"},
                      {},
                      "Every step in figures",
                      true};
  const std::vector<FactView> entries = list.list();
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const FactView& entry = entries[at];
    table.rows.push_back({number_cell(entry.at("passes"), 4), number_cell(entry.at("seconds"), 3),
                          number_cell(entry.at("primal"), 9), number_cell(entry.find("dual"), 9),
                          steps[at].dual ? number_cell(steps[at].relative_gap(), 3) : report::Cell(no_value),
                          number_cell(entry.at("epsilon"), 3), count_cell(entry.at("nonzero_weights"))});
  }
  return table;
}

}  // namespace

void add_convergence(report::Document& document, const std::vector<NamedHistory>& histories) {
  std::vector<History> read;
  std::size_t most_points = 0;
  for (const NamedHistory& history : histories) {
    std::vector<Progress> steps = read_steps(history.steps);
    if (steps.empty()) continue;
    read.push_back({history.name, std::move(steps)});
    most_points = std::max(most_points, points_to_see(read.back()));
  }
  if (most_points >= fewest_points) document.plot("convergence", plot_of(read));
  if (most_points >= fewest_points && read.size() > most_coloured_curves)
    document.paragraph(
        fmt::format("In colour: the {} of {} classes that took most passes.", slowest_of_many, read.size()));
  if (histories.size() == 1 && !read.empty()) document.table(table_of(histories[0].steps, read[0].steps));
}

}  // namespace smsvm::cli
