#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/random_stream.hpp"
#include "experiments/announce.hpp"
#include "experiments/data_sets.hpp"
#include "experiments/method_choice.hpp"
#include "experiments/run_figures.hpp"
#include "experiments/studies.hpp"
#include "experiments/summary.hpp"
#include "experiments/tuning.hpp"

namespace smsvm::experiments {
namespace {

constexpr double most_seconds_of_a_fit = 20;

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

std::vector<Method> robust_methods() {
  return methods_where([](const Method& method) { return method.solver != Solver::bfgs; });
}

/// The same seed for all sparsities of a repetition: they then differ in nothing but which components are zero. Adds to
/// `runs` as it goes, so that an interruption loses nothing but the repetition it falls into.
void measure_plan(const Plan& plan, const Settings& settings, std::vector<Run>& runs) {
  const auto methods = robust_methods();
  // Newton's method on thousands of active features would take hours here.
  const auto impatient = [](SolverOptions& options) { options.max_seconds = most_seconds_of_a_fit; };
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
        run.history.clear();
        runs.push_back(std::move(run));
      }
    }
  }
}

/// One figure of a method at a sparsity, by repetition.
template <class Figure>
std::vector<double> repetitions_of(std::span<const Run> runs, std::string_view method, double sparsity,
                                   const Figure& figure) {
  const auto wanted = [&](const Run& run) { return run.method == method && run.sparsity == sparsity; };
  return figures_of(runs, wanted, figure);
}

template <class Figure>
Summary summary_of(std::span<const Run> runs, std::string_view method, double sparsity, const Figure& figure) {
  return summarize(repetitions_of(runs, method, sparsity, figure));
}

std::string sizes_text(const SyntheticShape& shape) {
  return fmt::format("{} × {}", count_text(shape.rows), count_text(shape.features));
}

void add_plots(const Plan& plan, std::span<const Run> runs, report::Document& document) {
  const std::string title = fmt::format("{} ({})", plan.data, sizes_text(plan.shape));
  const report::Axis sparsity_axis{"share of the centroids’ components that are zero"};
  report::Plot accuracy{"Accuracy, " + title, sparsity_axis, {"test accuracy, %"}, {}};
  report::Plot time{"Training time, " + title, sparsity_axis, {"seconds", true}, {}};
  accuracy.series = method_series(robust_methods(), plan.sparsities, [&](const Method& method, double sparsity) {
    const Summary share = summary_of(runs, method.name, sparsity, &Run::accuracy);
    return report::Point{sparsity, 100 * share.mean, 100 * share.deviation};
  });
  time.series = method_series(robust_methods(), plan.sparsities, [&](const Method& method, double sparsity) {
    return report::Point{sparsity, summary_of(runs, method.name, sparsity, &Run::seconds).mean};
  });
  document.plot(plan.plot_name + "-accuracy", std::move(accuracy));
  document.plot(plan.plot_name + "-time", std::move(time));
}

void add_table(const Plan& plan, std::span<const Run> runs, report::Document& document) {
  report::Table table = method_table(
      "sparsity", robust_methods(), plan.sparsities, [](double sparsity) { return fmt::format("{}", sparsity); },
      [&](const Method& method, double sparsity) {
        return percent_text(summary_of(runs, method.name, sparsity, &Run::accuracy).mean);
      });
  table.caption = fmt::format("{}: mean test accuracy in percent.", plan.data);
  document.table(std::move(table));
}

/// How a method fared from the densest to the sparsest centroids, by repetition.
struct Fall {
  std::string_view method;
  std::vector<double> from, to;

  double start() const { return summarize(from).mean; }
  double end() const { return summarize(to).mean; }
  double depth() const { return start() - end(); }
  std::vector<double> depths() const {
    std::vector<double> list;
    for (std::size_t k = 0; k < from.size(); ++k) list.push_back(from[k] - to[k]);
    return list;
  }
};

std::vector<Fall> falls(const Plan& plan, std::span<const Run> runs) {
  std::vector<Fall> list;
  for (const Method& method : robust_methods())
    list.push_back({method.name, repetitions_of(runs, method.name, plan.sparsities.front(), &Run::accuracy),
                    repetitions_of(runs, method.name, plan.sparsities.back(), &Run::accuracy)});
  return list;
}

std::string fall_text(const Fall& fall) {
  return fmt::format("{} ({} % to {} %)", fall.method, percent_text(fall.start()), percent_text(fall.end()));
}

/// Between which means the methods lie, at the densest and the sparsest centroids.
std::string range_text(const Plan& plan, const std::vector<Fall>& list) {
  const auto range = [&](double (Fall::*mean)() const) {
    const auto [lowest, highest] = std::minmax_element(
        list.begin(), list.end(), [&](const Fall& a, const Fall& b) { return (a.*mean)() < (b.*mean)(); });
    return fmt::format("{} % and {} %", percent_text(((*lowest).*mean)()), percent_text(((*highest).*mean)()));
  };
  return fmt::format("At sparsity {} the methods’ mean accuracies lie between {}, at {} between {}.",
                     plan.sparsities.front(), range(&Fall::start), plan.sparsities.back(), range(&Fall::end));
}

/// Who falls least and most, if the repetitions can tell these two apart.
std::string depth_text(const std::vector<Fall>& list) {
  const auto [least, most] =
      std::minmax_element(list.begin(), list.end(), [](const Fall& a, const Fall& b) { return a.depth() < b.depth(); });
  const Difference difference = paired_difference(most->depths(), least->depths());
  if (!difference.is_clear()) return "Which of them falls least cannot be told from these repetitions.";
  return fmt::format(
      "{} falls least and {} most, by {} points more; a method that is poor from the start has little to lose.",
      fall_text(*least), fall_text(*most), percent_text(difference));
}

/// Who is behind the one with the highest mean at the sparsest centroids, and of whom that cannot be said.
std::string order_text(const Plan& plan, const std::vector<Fall>& list) {
  const auto highest =
      std::max_element(list.begin(), list.end(), [](const Fall& a, const Fall& b) { return a.end() < b.end(); });
  std::vector<std::string> behind, undecided;
  for (const Fall& other : list) {
    if (&other == &*highest) continue;
    const Difference difference = paired_difference(highest->to, other.to);
    if (difference.is_clear())
      behind.push_back(fmt::format("{} by {}", other.method, percent_text(difference)));
    else
      undecided.emplace_back(other.method);
  }
  if (behind.empty()) return fmt::format("At sparsity {} no order can be read from these.", plan.sparsities.back());
  std::string text = fmt::format("{} has the highest mean at sparsity {}. Behind it, in points: {}.", highest->method,
                                 plan.sparsities.back(), list_text(behind));
  if (!undecided.empty())
    text += fmt::format(" Between it and {} no order can be read from these repetitions.", list_text(undecided));
  return text;
}

/// Says nothing of an order where there is but one repetition.
std::string comparison_text(const Plan& plan, const std::vector<Fall>& list) {
  if (plan.repetitions < 2) return "A single repetition says nothing about the order of the methods.";
  return depth_text(list) + " " + order_text(plan, list);
}

/// What ℓ1 brings where few components matter, told by the two primal-dual rows, which come nearest to their optima.
std::string l1_text(const Plan& plan, std::span<const Run> runs) {
  constexpr std::string_view without = "primal-dual-ℓ2", with = "primal-dual-ℓ1-ℓ2";
  const double sparsity = plan.sparsities.back();
  const auto accuracies = [&](std::string_view method) {
    return repetitions_of(runs, method, sparsity, &Run::accuracy);
  };
  const auto features = [&](std::string_view method) {
    return summary_of(runs, method, sparsity, &Run::nonzero_weights).mean;
  };
  const auto with_l1 = accuracies(with), without_l1 = accuracies(without);
  const std::string text = fmt::format(
      "At sparsity {} primal-dual with ℓ1 is {} % accurate and uses {:.0f} of {} features in the mean; without ℓ1 it "
      "is {} % accurate and uses {:.0f}.",
      sparsity, percent_text(summarize(with_l1).mean), features(with), count_text(plan.shape.features),
      percent_text(summarize(without_l1).mean), features(without));
  const Difference difference = paired_difference(with_l1, without_l1);
  if (difference.count < 2) return text;
  return text + fmt::format(" What ℓ1 adds to the accuracy is {} points{}.", percent_text(difference),
                            difference.is_clear() ? "" : ", which is not clearly different from none");
}

/// LIBLINEAR's own rule is what its users rely on; it ends there or after its limit of iterations.
bool is_finished(const Run& run) {
  return run.status == name(Status::converged) || run.status == name(Status::stationary) ||
         run.status == "own tolerance";
}

/// Who did not come as far as asked.
std::string unfinished_text(std::span<const Run> runs) {
  std::vector<std::string> counts;
  for (const Method& method : robust_methods()) {
    const auto is_its = [&](const Run& run) { return run.method == method.name; };
    const auto all = std::count_if(runs.begin(), runs.end(), is_its);
    const auto unfinished =
        std::count_if(runs.begin(), runs.end(), [&](const Run& run) { return is_its(run) && !is_finished(run); });
    if (unfinished > 0) counts.push_back(fmt::format("{} ({} of {})", method.name, unfinished, all));
  }
  if (counts.empty()) return "Every fit ended where its method wants to end.";
  return fmt::format("Fits that stalled or ended at a limit before the accuracy asked for: {}.", list_text(counts));
}

void add_reading(const Plan& plan, std::span<const Run> runs, report::Document& document) {
  const auto list = falls(plan, runs);
  document.paragraph(range_text(plan, list) + " " + comparison_text(plan, list));
  document.paragraph(l1_text(plan, runs) + " " + unfinished_text(runs));
}

/// How many repetitions, and how their differences are to be read.
std::string repetitions_text(int repetitions) {
  if (repetitions == 1) return "There is one repetition.";
  return fmt::format(
      "There are {} repetitions with fresh data each; bars show one standard deviation. Methods are compared by their "
      "differences within each repetition, on the same rows: the mean difference ± its standard error s/√{}, and no "
      "order is stated where the difference is below two of these. That is no correction for the number of methods: of "
      "many comparisons a few cross that line by chance.",
      repetitions, repetitions);
}

}  // namespace

void robustness(const Settings& settings, std::vector<Run>& runs, report::Document& document) {
  document.heading("Robustness against irrelevant features");
  const auto plans = make_plans(settings);
  document.paragraph(fmt::format(
      "A growing share of the components of both centroids is set to zero, the same ones in both, so that those "
      "features say nothing about the class. The centroids are not moved apart in return: the classes come nearer, and "
      "the task gets harder for every method. {}",
      repetitions_text(plans.front().repetitions)));
  document.paragraph(fmt::format(
      "λ and μ are tuned by cross-validation once for each share, on the training rows of its first repetition, and "
      "kept for its other repetitions. A fit is stopped after {} s or by its limit on passes ({}), whichever comes "
      "first; LIBLINEAR knows no clock and stops at its own tolerance of 1e-4 or after its 1000 iterations. BFGS is "
      "left out: it approaches the same optima as primal-dual.",
      most_seconds_of_a_fit, pass_limits_text()));
  for (const Plan& plan : plans) {
    const std::size_t first = runs.size();
    measure_plan(plan, settings, runs);
    const auto measured = std::span<const Run>(runs).subspan(first);
    document.subheading(fmt::format("{}, {}, separation {}", plan.data, sizes_text(plan.shape), plan.shape.separation));
    add_plots(plan, measured, document);
    add_table(plan, measured, document);
    add_reading(plan, measured, document);
  }
}

}  // namespace smsvm::experiments
