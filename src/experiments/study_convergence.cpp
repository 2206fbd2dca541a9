#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/announce.hpp"
#include "experiments/data_sets.hpp"
#include "experiments/liblinear.hpp"
#include "experiments/method_choice.hpp"
#include "experiments/studies.hpp"
#include "experiments/summary.hpp"
#include "smsvm/synthetic.hpp"

namespace smsvm::experiments {
namespace {

constexpr double convergence_tolerance = 1e-6, reference_tolerance = 1e-8;
constexpr double most_seconds_to_converge = 30;
constexpr double most_reference_seconds = 4 * most_seconds_to_converge, most_reference_passes = 1000;

struct Limits {
  double first_order = 300, second_order = 1000;  ///< passes
};
Limits limits_of(const Settings& settings) { return settings.quick ? Limits{100, 100} : Limits{}; }

/// A data set with the penalties it is solved with.
struct Case {
  std::string data;
  std::string plot_name;
  LabelledRows rows;
  Weights weights;
};

/// One that is looked for in the folder of the settings.
struct RealData {
  const char* file;
  const char* data;  ///< as in the paper's Table 3
  const char* plot_name;
  Weights weights;
  bool quick;  ///< small enough for a quick look
};
constexpr RealData real_data[] = {
    {"australian_scale", "Australian", "australian", {1e-3, 1e-3}, true},
    {"colon_std", "Colon", "colon", {1e-2, 1e-2}, false},
    {"covtype_scale", "CoverType", "covertype", {1e-5, 1e-4}, false},
};

std::vector<Method> methods_with(PenaltyKind kind) {
  return methods_where([&](const Method& method) { return method.penalty == kind; });
}

bool is_first_order(const Method& method) {
  return method.solver == Solver::sgd || method.solver == Solver::minibatch_sgd || method.solver == Solver::cg;
}

LabelledRows draw_rows(const Settings& settings) {
  SyntheticOptions options;
  options.rows = settings.quick ? 2000 : 10000;
  options.features = 50;
  options.separation = tall_separation;
  options.seed = settings.seed;
  return labelled(make_synthetic(options));
}

/// Where the optimum lies: between dual and primal.
struct Optimum {
  std::optional<double> dual;
  double primal = 0;
};

/// Nothing is held out here, and accuracy on the training rows would mislead.
const LabelledRows no_test_rows;

Optimum find_optimum(const Case& subject, PenaltyKind kind, const Settings& settings) {
  announce(settings, fmt::format("convergence: {}, looking for the optimum", subject.data));
  const Method exact{"", Solver::primal_dual, kind};
  const Run run = measure(exact, subject.rows, no_test_rows, subject.weights, settings, [](SolverOptions& options) {
    options.tolerance = reference_tolerance;
    options.max_passes = most_reference_passes;
    options.max_seconds = most_reference_seconds;
  });
  return {run.dual, run.primal};
}

Run filled(Run run, const Case& subject, const Optimum& optimum) {
  run.study = "convergence";
  run.data = subject.data;
  run.optimum = optimum.dual;
  return run;
}

/// LIBLINEAR tells nothing on its way, so it is run to several tolerances; the next one is left out after a fit that
/// took too long.
void measure_liblinear(const Method& method, const Case& subject, const Optimum& optimum, const Settings& settings,
                       std::vector<Run>& runs) {
  for (const double its_tolerance : {10.0, 1.0, 0.1, 0.01, 1e-3, 1e-4}) {
    settings.check();
    announce(settings, fmt::format("convergence: {}, {} to {}", subject.data, method.name, its_tolerance));
    const Penalty penalty = penalty_of(method, subject.weights);
    const Fit fit = liblinear(subject.rows, penalty, its_tolerance);
    Run run = run_of(method, fit, subject.rows, no_test_rows, penalty);
    run.method = fmt::format("{} (tolerance {})", method.name, its_tolerance);
    runs.push_back(filled(std::move(run), subject, optimum));
    if (fit.seconds > most_seconds_to_converge) break;
  }
}

Run measure_solver(const Method& method, const Case& subject, const Settings& settings) {
  announce(settings, fmt::format("convergence: {}, {}", subject.data, method.name));
  return measure(method, subject.rows, no_test_rows, subject.weights, settings, [&](SolverOptions& options) {
    const Limits limits = limits_of(settings);
    options.tolerance = convergence_tolerance;
    options.max_passes = is_first_order(method) ? limits.first_order : limits.second_order;
    options.max_seconds = most_seconds_to_converge;
  });
}

/// The history, less the lines that a reader could not tell from their neighbours.
report::Series gap_series(const Run& run) {
  constexpr double visible = 1.02;
  report::Series series{run.method, {}, true, false};
  for (const Progress& at : run.history) {
    const double gap = at.relative_gap();
    if (!std::isfinite(gap) || !(gap > 0) || !(at.passes > 0)) continue;
    const bool is_last = &at == &run.history.back();
    if (!series.points.empty() && !is_last) {
      const report::Point& shown = series.points.back();
      if (at.passes < visible * shown.x && gap * visible > shown.y) continue;
    }
    series.points.push_back({at.passes, gap});
  }
  return series;
}

/// One point per tolerance; the axes are logarithmic, so what is not above zero has no place.
report::Series liblinear_series(const Method& method, std::span<const Run> runs) {
  report::Series series{fmt::format("{}, above the optimum", method.name), {}, false, true};
  for (const Run& run : runs) {
    const double above = run.above_optimum().value_or(0);
    if (above > 0 && run.passes > 0) series.points.push_back({run.passes, above});
  }
  return series;
}

/// Measures a method, adds its runs to the list at once, and returns those.
std::span<const Run> measure_method(const Method& method, const Case& subject, const Optimum& optimum,
                                    const Settings& settings, std::vector<Run>& runs) {
  const std::size_t first = runs.size();
  if (method.solver)
    runs.push_back(filled(measure_solver(method, subject, settings), subject, optimum));
  else
    measure_liblinear(method, subject, optimum, settings, runs);
  return std::span<const Run>(runs).subspan(first);
}

std::vector<report::Cell> table_row(const Run& run) {
  return {run.method,
          passes_text(run.passes),
          seconds_text(run.seconds),
          run.status,
          fmt::format("{:.9g}", run.primal),
          gap_text(run.relative_gap()),
          gap_text(run.above_optimum())};
}

/// Which solvers proved what was asked, the quickest first, and where the others ended, from the nearest to the
/// farthest.
std::string reading(std::vector<Run> runs) {
  const auto above = [](const Run& run) { return run.above_optimum().value_or(0); };
  const auto has_proof = [](const Run& run) { return run.status == name(Status::converged); };
  const auto without_proof = std::stable_partition(runs.begin(), runs.end(), has_proof);
  std::stable_sort(runs.begin(), without_proof, [](const Run& a, const Run& b) { return a.passes < b.passes; });
  std::stable_sort(without_proof, runs.end(), [&](const Run& a, const Run& b) { return above(a) < above(b); });
  std::vector<std::string> certified, short_of_it;
  for (const Run& run : runs) {
    if (has_proof(run))
      certified.push_back(fmt::format("{} after {} passes", run.method, passes_text(run.passes)));
    else
      short_of_it.push_back(
          fmt::format("{} {} after {} passes", run.method, gap_text(above(run)), passes_text(run.passes)));
  }
  std::string text = certified.empty() ? fmt::format("No solver proved a gap of {:.0e}.", convergence_tolerance)
                                       : fmt::format("Proved within {:.0e} of the optimum: {}.", convergence_tolerance,
                                                     list_text(certified));
  if (!short_of_it.empty())
    text += fmt::format(" The others ended above the optimum by, relatively: {}.", list_text(short_of_it));
  return text;
}

/// All methods with one kind of penalty on one data set.
void compare(const Case& subject, PenaltyKind kind, const Settings& settings, std::vector<Run>& runs,
             report::Document& document) {
  const bool has_l1 = kind == PenaltyKind::l1_l2;
  const std::string penalty_text = has_l1 ? fmt::format("λ = {}, μ = {}", subject.weights.l2, subject.weights.l1)
                                          : fmt::format("λ = {}, no ℓ1", subject.weights.l2);
  const Optimum optimum = find_optimum(subject, kind, settings);
  report::Plot plot{fmt::format("{}, {}", subject.data, penalty_text),
                    {"passes over the data", true},
                    {"certified relative gap", true},
                    {}};
  report::Table table;
  table.header = {"solver", "passes", "seconds", "status", "objective", "gap proved by itself", "above the optimum"};
  table.caption = fmt::format("{}, {}: the optimum lies between {:.10g} and {:.10g}.", subject.data, penalty_text,
                              optimum.dual.value_or(0), optimum.primal);
  std::vector<Run> ends;
  for (const Method& method : methods_with(kind)) {
    const auto measured = measure_method(method, subject, optimum, settings, runs);
    for (const Run& run : measured) table.rows.push_back(table_row(run));
    plot.series.push_back(method.solver ? gap_series(measured.back()) : liblinear_series(method, measured));
    ends.push_back(measured.back());
  }
  document.plot(fmt::format("convergence-{}-{}", subject.plot_name, has_l1 ? "l1-l2" : "l2"), std::move(plot));
  document.table(std::move(table));
  document.paragraph(reading(std::move(ends)));
}

void compare_all(const Case& subject, const Settings& settings, std::vector<Run>& runs, report::Document& document) {
  document.subheading(fmt::format("{}, {} × {}", subject.data, count_text(subject.rows.size()),
                                  count_text(subject.rows.data.features)));
  compare(subject, PenaltyKind::l2, settings, runs, document);
  compare(subject, PenaltyKind::l1_l2, settings, runs, document);
}

}  // namespace

void convergence(const Settings& settings, std::vector<Run>& runs, report::Document& document) {
  document.heading("How each solver approaches the optimum");
  const Limits limits = limits_of(settings);
  document.paragraph(fmt::format(
      "All rows of each data set are used: nothing is held out, and accuracy plays no part. λ and μ are fixed for each "
      "data set, as stated with it, and not cross-validated. Every solver is asked for a certified gap of {:.0e} and "
      "stopped after {} s or {} passes ({} for SGD and CG), whichever comes first. The bound behind “above the "
      "optimum” comes from another fit by primal-dual, to {:.0e} or as far as rounding, {} passes or {} s let it go; "
      "each table says between which values the optimum then lies.",
      convergence_tolerance, most_seconds_to_converge, passes_text(limits.second_order),
      passes_text(limits.first_order), reference_tolerance, passes_text(most_reference_passes),
      most_reference_seconds));
  document.paragraph(fmt::format(
      "The curves show the gap that a solver proves by itself. LIBLINEAR proves none, so its points show how far above "
      "the optimum it ends for tolerances of its own from 10 down to 1e-4. It stops at those or after its 1000 "
      "iterations, and knows no clock: after a fit of more than {} s no smaller tolerance is tried. Its passes are "
      "outer iterations, which after shrinking read fewer rows.",
      most_seconds_to_converge));
  compare_all({"Synthetic tall", "tall", draw_rows(settings), {1e-3, 1e-3}}, settings, runs, document);
  for (const RealData& real : real_data) {
    if (settings.quick && !real.quick) continue;
    settings.check();
    announce(settings, fmt::format("convergence: reading {}", real.data));
    auto rows = load_real(real.file, settings);
    if (!rows) {
      document.paragraph(
          fmt::format("{} is left out: `{}` was not found in the folder of the data.", real.data, real.file));
      continue;
    }
    compare_all({real.data, real.plot_name, *std::move(rows), real.weights}, settings, runs, document);
  }
}

}  // namespace smsvm::experiments
