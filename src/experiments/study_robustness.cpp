#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/random_stream.hpp"
#include "experiments/announce.hpp"
#include "experiments/data_sets.hpp"
#include "experiments/method_choice.hpp"
#include "experiments/studies.hpp"
#include "experiments/summary.hpp"
#include "experiments/tuning.hpp"

namespace smsvm::experiments {
namespace {

constexpr double most_seconds = 20;  // of a fit

struct Plan {
  std::string data;       ///< as in the paper's Table 3
  std::string plot_name;  ///< how the names of its plots begin
  SyntheticShape shape;
  std::vector<double> sparsities;
  int repetitions = 1;
};

std::vector<Plan> make_plans(const Settings& settings) {
  constexpr int most_repetitions = 10;
  Plan tall{"Synthetic tall", "robustness-tall", {10000, 50, 10000, tall_separation, 0}, {}, 1};
  Plan wide{"Synthetic wide", "robustness-wide", {50, 2500, 2000, wide_separation, 0}, {}, 1};
  if (settings.quick) {
    tall.shape.rows = tall.shape.test_rows = 2000;
    wide.shape.features = 500;
    tall.sparsities = wide.sparsities = {0, 0.5, 0.9};
  } else {
    tall.sparsities = wide.sparsities = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
    tall.repetitions = wide.repetitions = std::clamp(settings.repeats, 1, most_repetitions);
  }
  return {tall, wide};
}

std::vector<Method> compared_methods() {
  return methods_where([](const Method& method) { return method.solver != Solver::bfgs; });
}

/// The same seed for all sparsities of a repetition: they then differ in nothing but which components are zero.
std::vector<Run> measure_plan(const Plan& plan, const Settings& settings) {
  std::vector<Run> runs;
  const auto methods = compared_methods();
  // Newton's method on thousands of active features would take hours here.
  const auto impatient = [](SolverOptions& options) { options.max_seconds = most_seconds; };
  for (const double sparsity : plan.sparsities) {
    SyntheticShape shape = plan.shape;
    shape.sparsity = sparsity;
    Weights weights;
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
      settings.check();
      announce(settings, fmt::format("robustness: {}, sparsity {}, repetition {} of {}", plan.data, sparsity,
                                     repetition + 1, plan.repetitions));
      const Split rows = make_split(shape, mix_bits(settings.seed) + static_cast<std::uint64_t>(repetition));
      if (repetition == 0) weights = tune(rows.train, settings);
      for (Run& run : measure_all(methods, rows.train, rows.test, weights, settings, impatient)) {
        run.study = "robustness";
        run.data = plan.data;
        run.repetition = repetition;
        run.sparsity = sparsity;
        runs.push_back(std::move(run));
      }
    }
  }
  return runs;
}

/// One figure of all repetitions of a method at a sparsity.
template <class Figure>
Summary summary_of(const std::vector<Run>& runs, std::string_view method, double sparsity, const Figure& figure) {
  std::vector<double> values;
  for (const Run& run : runs)
    if (run.method == method && run.sparsity == sparsity) values.push_back(figure(run));
  return summarize(values);
}
double accuracy_of(const Run& run) { return run.accuracy; }
double seconds_of(const Run& run) { return run.seconds; }

std::string sizes_text(const SyntheticShape& shape) {
  return fmt::format("{} × {}", count_text(shape.rows), count_text(shape.features));
}

void add_plots(const Plan& plan, const std::vector<Run>& runs, report::Document& document) {
  const std::string title = fmt::format("{} ({})", plan.data, sizes_text(plan.shape));
  const report::Axis sparsity_axis{"share of the centroids’ components that are zero"};
  report::Plot accuracy{"Accuracy, " + title, sparsity_axis, {"test accuracy, %"}, {}};
  report::Plot time{"Training time, " + title, sparsity_axis, {"seconds", true}, {}};
  for (const Method& method : compared_methods()) {
    report::Series accuracies{std::string(method.name), {}}, times = accuracies;
    for (const double sparsity : plan.sparsities) {
      const Summary share = summary_of(runs, method.name, sparsity, accuracy_of);
      accuracies.points.push_back({sparsity, 100 * share.mean, 100 * share.deviation});
      times.points.push_back({sparsity, summary_of(runs, method.name, sparsity, seconds_of).mean});
    }
    accuracy.series.push_back(std::move(accuracies));
    time.series.push_back(std::move(times));
  }
  document.plot(plan.plot_name + "-accuracy", std::move(accuracy));
  document.plot(plan.plot_name + "-time", std::move(time));
}

void add_table(const Plan& plan, const std::vector<Run>& runs, report::Document& document) {
  report::Table table;
  table.header = {"sparsity"};
  for (const double sparsity : plan.sparsities) table.header.push_back(fmt::format("{}", sparsity));
  for (const Method& method : compared_methods()) {
    std::vector<std::string> row{std::string(method.name)};
    for (const double sparsity : plan.sparsities)
      row.push_back(percent_text(summary_of(runs, method.name, sparsity, accuracy_of).mean));
    table.rows.push_back(std::move(row));
  }
  table.caption = fmt::format("{}: mean test accuracy in percent.", plan.data);
  document.table(std::move(table));
}

/// How a method fared from the densest to the sparsest centroids.
struct Fall {
  std::string_view method;
  double from = 0, to = 0;
  double depth() const { return from - to; }
};

std::vector<Fall> falls(const Plan& plan, const std::vector<Run>& runs) {
  std::vector<Fall> list;
  for (const Method& method : compared_methods())
    list.push_back({method.name, summary_of(runs, method.name, plan.sparsities.front(), accuracy_of).mean,
                    summary_of(runs, method.name, plan.sparsities.back(), accuracy_of).mean});
  return list;
}

std::string fall_text(const Fall& fall) {
  return fmt::format("{} ({} % to {} %)", fall.method, percent_text(fall.from), percent_text(fall.to));
}

/// What ℓ1 brings where few components matter, told by the two primal-dual rows, which come nearest to their optima.
std::string l1_text(const Plan& plan, const std::vector<Run>& runs) {
  constexpr std::string_view without = "primal-dual-ℓ2", with = "primal-dual-ℓ1-ℓ2";
  const double sparsity = plan.sparsities.back();
  const auto weights = [](const Run& run) { return static_cast<double>(run.nonzero_weights); };
  return fmt::format(
      "At sparsity {} primal-dual with ℓ1 is {} % accurate and uses {:.0f} of {} features in the mean; without ℓ1 it "
      "is {} % accurate and uses {:.0f}.",
      sparsity, percent_text(summary_of(runs, with, sparsity, accuracy_of).mean),
      summary_of(runs, with, sparsity, weights).mean, count_text(plan.shape.features),
      percent_text(summary_of(runs, without, sparsity, accuracy_of).mean),
      summary_of(runs, without, sparsity, weights).mean);
}

/// Who did not come as far as asked.
std::string unfinished_text(const std::vector<Run>& runs) {
  std::vector<std::string> counts;
  for (const Method& method : compared_methods()) {
    const auto all = std::count_if(runs.begin(), runs.end(), [&](const Run& run) { return run.method == method.name; });
    const auto unfinished = std::count_if(runs.begin(), runs.end(), [&](const Run& run) {
      return run.method == method.name && run.status != name(Status::converged) &&
             run.status != name(Status::stationary);
    });
    if (unfinished > 0) counts.push_back(fmt::format("{} ({} of {})", method.name, unfinished, all));
  }
  if (counts.empty()) return "Every fit ended where its method wants to end.";
  return fmt::format("Fits that stalled or ended at a limit before the accuracy asked for: {}.", list_text(counts));
}

/// Whether the order of the methods means anything.
std::string spread_text(const Plan& plan, double lowest, double highest) {
  const double spread = highest - lowest;
  const auto answers = static_cast<double>(plan.shape.test_rows * plan.repetitions);
  const double uncertainty = std::sqrt(highest * (1 - highest) / answers);
  return fmt::format(
      "The methods then lie within {} points of each other, while the limited number of test rows alone leaves each "
      "uncertain by {:.2f}: {}.",
      percent_text(spread), 100 * uncertainty,
      spread > 4 * uncertainty ? "the first and the last do differ" : "no order can be read from that");
}

void add_reading(const Plan& plan, const std::vector<Run>& runs, report::Document& document) {
  const auto list = falls(plan, runs);
  const auto by_depth = [](const Fall& a, const Fall& b) { return a.depth() < b.depth(); };
  const auto by_end = [](const Fall& a, const Fall& b) { return a.to < b.to; };
  const auto [least, most] = std::minmax_element(list.begin(), list.end(), by_depth);
  const auto [lowest, highest] = std::minmax_element(list.begin(), list.end(), by_end);
  document.paragraph(fmt::format(
      "From sparsity {} to {}, {} falls least and {} most; a method that is poor from the start has little to lose. At "
      "the end {} is the first with {} % and {} the last with {} %. {}",
      plan.sparsities.front(), plan.sparsities.back(), fall_text(*least), fall_text(*most), highest->method,
      percent_text(highest->to), lowest->method, percent_text(lowest->to), spread_text(plan, lowest->to, highest->to)));
  document.paragraph(l1_text(plan, runs) + " " + unfinished_text(runs));
}

}  // namespace

void robustness(const Settings& settings, std::vector<Run>& runs, report::Document& document) {
  document.heading("Robustness against irrelevant features");
  const auto plans = make_plans(settings);
  document.paragraph(fmt::format(
      "A growing share of the components of both centroids is set to zero, the same ones in both, so that those "
      "features say nothing about the class. The centroids are not moved apart in return: the classes come nearer, and "
      "the task gets harder for every method. {} repetition{} with fresh data each; λ and μ are tuned for each share "
      "on the training rows of the first. A fit is stopped after {} s.{}",
      plans.front().repetitions, plans.front().repetitions == 1 ? "" : "s", most_seconds,
      plans.front().repetitions == 1 ? "" : " Bars show one standard deviation."));
  for (const Plan& plan : plans) {
    auto measured = measure_plan(plan, settings);
    document.subheading(fmt::format("{}, {}, separation {}", plan.data, sizes_text(plan.shape), plan.shape.separation));
    add_plots(plan, measured, document);
    add_table(plan, measured, document);
    add_reading(plan, measured, document);
    std::move(measured.begin(), measured.end(), std::back_inserter(runs));
  }
}

}  // namespace smsvm::experiments
