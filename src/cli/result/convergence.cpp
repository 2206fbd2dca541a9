#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {
namespace {

constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_coloured_curves = 10, most_drawn_curves = 30;

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

/// A line for each history; where they are many, most of them in the background.
template <class X, class Y>
report::Plot plot_of(const std::vector<History>& histories, std::string title, report::Axis x, report::Axis y,
                     const X& x_of, const Y& y_of) {
  report::Plot plot{std::move(title), std::move(x), std::move(y), {}};
  for (const History& history : histories) {
    report::Series series{history.name, {}, true, histories.size() <= most_coloured_curves};
    series.background = plot.series.size() >= most_coloured_curves;
    for (const Progress& step : history.steps) series.points.push_back({x_of(step), y_of(step)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

double passes_of(const Progress& step) { return step.passes; }
double seconds_of(const Progress& step) { return step.seconds; }
double gap_of(const Progress& step) { return step.dual ? step.relative_gap() : no_place; }

/// The objective and its bound; a bound far below all objectives, or of 0 or less, would only spoil the scale.
template <class X>
report::Plot objective_plot(const History& history, std::string title, report::Axis x, const X& x_of) {
  constexpr double wide = 20;  // a straight axis would show nothing but the first point
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const Progress& step : history.steps) {
    least = std::min(least, step.primal);
    greatest = std::max(greatest, step.primal);
  }
  const bool logarithmic = greatest > wide * least;
  const double lowest_bound = logarithmic ? least / wide : 0;
  report::Series primal{"objective", {}}, dual{"proved lower bound", {}};
  for (const Progress& step : history.steps) {
    primal.points.push_back({x_of(step), step.primal});
    dual.points.push_back({x_of(step), step.dual && *step.dual > lowest_bound ? *step.dual : no_place});
  }
  return {std::move(title), std::move(x), {"objective", logarithmic}, {std::move(primal), std::move(dual)}};
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
  for (const NamedHistory& history : histories) {
    std::vector<Progress> steps = read_steps(history.steps);
    if (!steps.empty() && read.size() < most_drawn_curves) read.push_back({history.name, std::move(steps)});
  }
  if (read.empty()) return;
  const report::Axis passes{"passes over the data"}, seconds{"seconds"}, gap{"relative duality gap", true};
  document.heading("Convergence");
  document.plot("gap-passes", plot_of(read, "Gap against passes", passes, gap, passes_of, gap_of));
  document.plot("gap-seconds", plot_of(read, "Gap against time", seconds, gap, seconds_of, gap_of));
  if (read.size() == 1) {
    document.plot("objective-passes", objective_plot(read[0], "Objective against passes", passes, passes_of));
    document.plot("objective-seconds", objective_plot(read[0], "Objective against time", seconds, seconds_of));
  }
  document.plot("epsilon", plot_of(read, "Smoothing ε", passes, {"ε", true}, passes_of,
                                   [](const Progress& step) { return step.epsilon; }));
  document.plot("nonzeros",
                plot_of(read, "Features in use", passes, {.label = "nonzero weights", .whole = true}, passes_of,
                        [](const Progress& step) { return static_cast<double>(step.nonzero_weights); }));
  if (read.size() > most_coloured_curves)
    document.paragraph(fmt::format("The first {} classes are in colour, the next {} in grey{}.", most_coloured_curves,
                                   read.size() - most_coloured_curves,
                                   histories.size() > read.size() ? ", the others are not drawn" : ""));
  if (histories.size() == 1) document.table(table_of(histories[0].steps, read[0].steps));
}

}  // namespace smsvm::cli
