#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "report/document.hpp"

// Writes a page that holds what reports hold, and what is hard to show, for the browser tests.
namespace smsvm::report {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Plot convergence() {
  Plot plot{"Relative gap after each pass", {"passes over the data"}, {"relative duality gap", true}, {}};
  for (const auto& [name, rate] : {std::pair{"adult", 0.55}, {"covtype", 0.42}, {"rcv1", 0.7}, {"madelon", 0.28}}) {
    Series series{name, {}};
    double gap = 1;
    for (int pass = 1; pass <= 30 && gap > 1e-7; ++pass) {
      gap *= std::exp(-rate * (1 + 0.3 * std::sin(pass)));
      series.points.push_back({double(pass), gap});
    }
    plot.series.push_back(series);
  }
  plot.series[0].points.push_back({15, 0});
  plot.series[1].points[5].y = nan;
  return plot;
}

Plot seconds() {
  Plot plot{"Training time grows linearly with the rows",
            {"rows", true},
            {"seconds (mean of 5 runs, ± 1 deviation)", true},
            {}};
  for (const auto& [name, factor] : {std::pair{"smsvm", 1.0}, {"LIBLINEAR, dual coordinate descent", 4.5}}) {
    Series series{name, {}};
    for (double rows = 1e3; rows < 2e7; rows *= 4) {
      const double time = factor * 2e-6 * rows * (1 + 0.2 * std::sin(rows));
      series.points.push_back({rows, time, 0.3 * time});
    }
    plot.series.push_back(series);
  }
  return plot;
}

Plot all_styles() {
  Plot plot{"Ten series, each with a colour and a marker of its own",
            {"share of the rows used for training"},
            {"accuracy"},
            {}};
  for (int index = 0; index < 10; ++index) {
    Series series{fmt::format("method {}", index + 1), {}};
    for (int step = 1; step <= 8; ++step) {
      series.points.push_back({step * 0.125, 0.95 - 0.02 * index - 0.1 / step - 0.004 * index * step});
    }
    plot.series.push_back(series);
  }
  return plot;
}

Plot curves() {
  Plot plot{"Smoothed hinge loss for three values of ε", {"margin"}, {"loss"}, {}};
  for (const double epsilon : {0.02, 0.5, 1.0}) {
    Series series{fmt::format("ε = {}", epsilon), {}, true, false};
    for (double margin = -1; margin <= 2.0001; margin += 0.02) {
      const double excess = 1 - margin;
      series.points.push_back({margin, 0.5 * (excess + std::sqrt(excess * excess + epsilon * epsilon))});
    }
    plot.series.push_back(series);
  }
  return plot;
}

Plot scatter() {
  Plot plot{"Passes needed and rows of the data set", {"rows of the data set", true}, {"passes to a gap of 1e-6"}, {}};
  Series series{"one data set each", {}, false, true};
  for (int index = 0; index < 60; ++index) {
    series.points.push_back({std::pow(10, 2 + index * 0.08), 18 + 9 * std::sin(index * 1.7) + index * 0.12});
  }
  plot.series.push_back(series);
  return plot;
}

Plot path() {
  Plot plot{"Weights along a path, and what was chosen",
            {"strength of the penalty, falling", true, true},
            {"weight"},
            {},
            {{"min", 2e-4}, {"1se", 5e-3}},
            {"nonzero weights", {}}};
  for (int feature = 0; feature < 14; ++feature) {
    Series series{fmt::format("feature {}", feature + 1), {}, true, false, feature >= 10};
    for (int step = 0; step <= 60; ++step) {
      const double strength = std::pow(10.0, -step / 15.0);
      series.points.push_back({strength, std::sin(feature * 1.7) * std::max(0.0, step - 3.0 * feature) / 60});
      if (feature == 0) plot.top.marks.push_back({strength, fmt::format("{}", 12 * step)});
    }
    plot.series.push_back(series);
  }
  return plot;
}

Plot square() {
  Plot plot{"ROC curves in a square", {"false positive rate"}, {"true positive rate"}, {}};
  plot.unit_square = true;
  for (const double power : {0.2, 0.5}) {
    Series series{fmt::format("class {}", power), {}, true, false};
    for (int step = 0; step <= 20; ++step) series.points.push_back({step / 20.0, std::pow(step / 20.0, power)});
    plot.series.push_back(series);
  }
  plot.series.push_back({"chance", {{0, 0}, {1, 1}}, true, false, true});
  return plot;
}

Plot named_lines() {
  Plot plot{"Lines with bands, named at their ends", {"strength", true, true}, {"accuracy ± standard error"}, {}};
  plot.named_at_ends = true;
  for (int line = 0; line < 8; ++line) {
    Series series{
        line == 3 ? "a name far too long to stand beside the data" : fmt::format("ρ = 0.{}", line), {}, true, false};
    series.band = true;
    for (int step = 0; step <= 20; ++step)
      series.points.push_back({std::pow(10.0, -step / 5.0), 0.9 - 0.4 * std::exp(-step / (2.0 + line)), 0.02});
    plot.series.push_back(series);
  }
  return plot;
}

HeatMap heat_map(int classes) {
  HeatMap map{"Confusion of " + std::to_string(classes) + " classes",
              "true class",
              "predicted class",
              {},
              {},
              {},
              "right",
              "wrong",
              true};
  for (int truth = 0; truth < classes; ++truth) {
    const auto row = static_cast<std::size_t>(truth);
    map.rows.push_back(truth == 4 ? "a class with a long name" : fmt::format("class {}", truth));
    map.columns.push_back(map.rows.back());
    map.cells.push_back({row, row, 0.8, "right"});
    map.cells.push_back({row, static_cast<std::size_t>(truth * 7 % classes), -0.1, "wrong"});
  }
  return map;
}

BarChart bars() {
  return {"The largest weights, of which one has a name that is too long",
          "speaks for +1",
          "speaks for -1",
          {{"age", 1.25},
           {"a name far too long to fit beside the bars, so that it is cut", -0.75},
           {"<b>", 1e-9},
           {"hours", -0.1}}};
}

Plot hard() {
  return {
      "A title with <angle brackets> & \"quotes\" that is too long for a single line of the drawing, so it is wrapped",
      {"size"},
      {"bytes"},
      {{"a single point", {{3, 2.5e7, 4e6}}},
       {"nothing at all", {}},
       {"a name far too long to fit the width of the drawing, however wide the legend is made, so that it is cut",
        {{1, 1.1e7}, {2, nan}, {4, 3.2e7}}}}};
}

Table results() {
  Table table{{"data set", "rows", "features", "passes", "seconds", "primal objective", "dual objective", "gap",
               "accuracy", "nonzero weights", "peak memory"},
              {},
              "What `smsvm train` needs for a certified gap of 1e-6; the best of each column in **bold**."};
  for (int index = 0; index < 8; ++index) {
    table.rows.push_back(
        {index == 3 ? "a data set with a long name <x|y>" : fmt::format("set-{}", index + 1),
         fmt::format("{}", 12345 * (index + 1)), fmt::format("{}", 54 * (index + 2)), fmt::format("{}", 12 + index),
         index == 0 ? "**0.12**" : fmt::format("{:.2f}", 0.12 * (index + 1)),
         fmt::format("{:.9f}", 0.3123456789 + index * 0.01), fmt::format("{:.9f}", 0.3123450 + index * 0.01), "7.2e-7",
         fmt::format("{:.2f} %", 84.5 + index), fmt::format("{}", 50 * (index + 1)),
         fmt::format("{} MiB", 14 * (index + 1))});
  }
  return table;
}

Document sample() {
  Document page("Sample report: training linear SVMs exactly");
  page.paragraph(
      "Every model comes with a **proof**: the duality gap, checked by `smsvm verify`. See the "
      "[project page](https://example.org/smsvm) for more. Characters such as <, & and * mean themselves.");
  page.heading("Convergence");
  page.paragraph("The gap falls by a constant factor per pass; the time is that of reading the rows.");
  page.plot("convergence", convergence());
  page.plot("seconds", seconds());
  page.plot("scatter", scatter());
  page.plot("curves", curves());
  page.plot("path", path());
  page.plot("bars", bars());
  page.plot("square", square());
  page.plot("named", named_lines());
  page.plot("heat", heat_map(15));
  page.plot("heat-large", heat_map(105));
  page.figures({{{"objective", {"0.351", "0.35114161"}}, {"passes over all of the data", "12"}}});
  page.heading("Results");
  page.table(results());
  page.table({{"option", "value"}, {{"`--lambda`", "1e-4"}, {"`--epsilon`", "1e-6"}}, "A narrow table."});
  Cell shaded("12", "12");
  shaded.note = "85.7 %";
  shaded.shade = 1;
  Cell contrary("2");
  contrary.note = "14.3 %";
  contrary.shade = -1;
  page.table({{"true class", "a", "b"}, {{"a", shaded, contrary}, {"b", contrary, shaded}}, "A shaded table."});
  page.subheading("How they were made");
  page.list({"One thread, the best of **five** runs.", "The data are in `LIBSVM` format, read from a warm cache."});
  page.preformatted(
      "smsvm train --l2 1e-4 --gap 1e-6 --threads 1 --proof adult.proof --model adult.model a-file-with-a-long-"
      "name/so-that-the-line-is-too-wide.libsvm.xz\n");
  page.heading("Hard cases");
  page.plot("styles", all_styles());
  page.plot("hard", hard());
  page.plot("empty", Plot{"Nothing to show", {"x"}, {"y", true}, {}});
  return page;
}

}  // namespace
}  // namespace smsvm::report

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: sample_page FILE\n");
    return 2;
  }
  std::ofstream file(arguments[1], std::ios::binary);
  file << smsvm::report::sample().html();
  return file.flush() ? 0 : 1;
}
