#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/announce.hpp"
#include "experiments/data_sets.hpp"
#include "experiments/method_choice.hpp"
#include "experiments/run_figures.hpp"
#include "experiments/studies.hpp"
#include "experiments/summary.hpp"
#include "smsvm/synthetic.hpp"

namespace smsvm::experiments {
namespace {

constexpr Weights penalties{1e-3, 1e-3};
constexpr double scaling_tolerance = 1e-3, most_seconds_to_scale = 60;
/// A hundred times as near as what is asked for, so that no method is blamed for the slack of the bound.
constexpr double bound_tolerance = scaling_tolerance / 100;
/// LIBLINEAR keeps 16 bytes per value beside the data, and the others would only wait for the clock.
constexpr std::int64_t most_rows_for_all = 1'000'000;
constexpr double usual_features = 50;

struct Size {
  std::int64_t rows, features;
};

/// What grows: the rows, or the features.
struct Growth {
  std::string name;  ///< how the names of its plots begin
  std::string axis;
  std::int64_t Size::*growing;
  std::vector<Size> sizes;
};

std::vector<Growth> make_growths(bool quick) {
  Growth rows{"scaling-rows", "rows", &Size::rows, {}}, features{"scaling-features", "features", &Size::features, {}};
  const std::vector<std::int64_t> row_counts =
      quick ? std::vector<std::int64_t>{1'000, 10'000}
            : std::vector<std::int64_t>{1'000, 10'000, 100'000, 1'000'000, 10'000'000};
  const std::vector<std::int64_t> feature_counts =
      quick ? std::vector<std::int64_t>{10, 100} : std::vector<std::int64_t>{10, 30, 100, 300, 1000};
  for (const auto count : row_counts) rows.sizes.push_back({count, static_cast<std::int64_t>(usual_features)});
  for (const auto count : feature_counts) features.sizes.push_back({quick ? 2'000 : 20'000, count});
  return {rows, features};
}

std::vector<Method> scaling_methods() {
  return methods_where([](const Method& method) {
    return method.penalty != PenaltyKind::none && method.name != std::string_view("BFGS-ℓ2");
  });
}

bool takes_any_size(const Method& method) {
  return method.solver == Solver::primal_dual || method.solver == Solver::newton;
}

void keep_first_rows(std::int64_t count, BlockedRows<float>& rows) {
  while (rows.first_row[rows.blocks.size() - 1] >= count) {
    rows.blocks.pop_back();
    rows.first_row.pop_back();
  }
  rows.blocks.back().rows = count - rows.first_row[rows.blocks.size() - 1];
  rows.first_row.back() = count;
}

/// The last rows become the test rows. The others stay where they are: at 10⁷ rows a copy would take 2 GB.
Split cut_off(LabelledRows rows, std::int64_t test_rows) {
  std::vector<std::int64_t> last;
  for (std::int64_t row = rows.size() - test_rows; row < rows.size(); ++row) last.push_back(row);
  Split split;
  split.test = take_rows(rows, last);
  const auto kept = static_cast<std::size_t>(rows.size() - test_rows);
  keep_first_rows(static_cast<std::int64_t>(kept), std::get<BlockedRows<float>>(rows.data.matrix));
  rows.data.labels.of_row.resize(kept);
  rows.data.rows = static_cast<std::int64_t>(kept);
  rows.target.sign.resize(kept);
  split.train = std::move(rows);
  return split;
}

/// The distance of the centroids grows with √m; the factor undoes that, and in expectation the classes overlap alike.
Split make_rows(const Size& size, std::uint64_t seed) {
  constexpr std::int64_t test_rows = 1000;
  SyntheticOptions options;
  options.rows = size.rows + test_rows;
  options.features = size.features;
  options.separation = tall_separation * std::sqrt(usual_features / static_cast<double>(size.features));
  options.seed = seed;
  return cut_off(labelled(make_synthetic(options)), test_rows);
}

/// On the optimum, by a fit of its own.
std::optional<double> lower_bound(PenaltyKind kind, const Split& rows, const Settings& settings) {
  const Method exact{"optimum", Solver::primal_dual, kind};
  const auto adjust = [](SolverOptions& options) {
    options.tolerance = bound_tolerance;
    options.max_seconds = most_seconds_to_scale;
  };
  return measure(exact, rows.train, rows.test, penalties, settings, adjust).dual;
}

/// Adds to `runs` as it goes, so that an interruption loses nothing. Returns the methods that took too long and were
/// left out of larger sizes.
std::set<std::string_view> measure_growth(const Growth& growth, const Settings& settings, std::vector<Run>& runs) {
  std::set<std::string_view> too_slow;
  for (const Size& size : growth.sizes) {
    settings.check();
    announce(settings, fmt::format("scaling: drawing {} × {}", count_text(size.rows), count_text(size.features)));
    const Split rows = make_rows(size, settings.seed);
    std::map<PenaltyKind, std::optional<double>> optimum;
    for (const auto kind : {PenaltyKind::l2, PenaltyKind::l1_l2}) optimum[kind] = lower_bound(kind, rows, settings);
    for (const Method& method : scaling_methods()) {
      if (too_slow.contains(method.name)) continue;
      if (size.rows > most_rows_for_all && !takes_any_size(method)) continue;
      announce(settings,
               fmt::format("scaling: {} on {} × {}", method.name, count_text(size.rows), count_text(size.features)));
      Run run = measure(method, rows.train, rows.test, penalties, settings, [](SolverOptions& options) {
        options.tolerance = scaling_tolerance;
        options.max_seconds = most_seconds_to_scale;
      });
      run.optimum = optimum[method.penalty];
      run.study = "scaling";
      run.data = "Synthetic tall";
      if (run.seconds > most_seconds_to_scale || run.status == name(Status::max_seconds)) too_slow.insert(method.name);
      run.history.clear();
      runs.push_back(std::move(run));
    }
  }
  return too_slow;
}

const Run* find_run(std::span<const Run> runs, const Method& method, const Size& size) {
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const Run& run) {
    return run.method == method.name && run.rows == size.rows && run.features == size.features;
  });
  return found == runs.end() ? nullptr : &*found;
}

bool came_there(const Run& run) {
  const auto above = run.above_optimum();
  return run.status == name(Status::converged) || (above && *above <= scaling_tolerance);
}

template <class Figure>
void add_plot(const Growth& growth, std::span<const Run> runs, const std::string& ending, report::Plot plot,
              const Figure& figure, report::Document& document) {
  plot.x = {growth.axis, true};
  plot.series = method_series(scaling_methods(), growth.sizes,
                              [&](const Method& method, const Size& size) -> std::optional<report::Point> {
                                const Run* run = find_run(runs, method, size);
                                if (run == nullptr) return std::nullopt;
                                return report::Point{static_cast<double>(size.*growth.growing), (*run).*figure};
                              });
  document.plot(growth.name + ending, std::move(plot));
}

template <class Cell>
void add_table(const Growth& growth, std::span<const Run> runs, const std::string& caption, const Cell& cell,
               report::Document& document) {
  report::Table table = method_table(
      growth.axis, scaling_methods(), growth.sizes, [&](const Size& size) { return count_text(size.*growth.growing); },
      [&](const Method& method, const Size& size) {
        const Run* run = find_run(runs, method, size);
        return run == nullptr ? std::string(no_value) : cell(*run) + (came_there(*run) ? "" : "*");
      });
  table.caption = caption + fmt::format(
                                " *: ended, whatever stopped it, without being within {:.0e} of the optimum, as far as "
                                "its own certificate or the bound shows. –: not run.",
                                scaling_tolerance);
  document.table(std::move(table));
}

std::string exponents_text(const Growth& growth, std::span<const Run> runs) {
  std::vector<std::string> texts;
  for (const Method& method : scaling_methods()) {
    if (method.solver != Solver::primal_dual) continue;
    std::vector<double> x, seconds;
    for (const Size& size : growth.sizes) {
      const Run* run = find_run(runs, method, size);
      if (run == nullptr || !(run->seconds > 0)) continue;
      x.push_back(static_cast<double>(size.*growth.growing));
      seconds.push_back(run->seconds);
    }
    if (const auto exponent = fitted_exponent(x, seconds))
      texts.push_back(fmt::format("{:.2f} for {}", *exponent, method.name));
  }
  return fmt::format("Fitted over all sizes, the time of primal-dual grows with the number of {} to the power of {}.",
                     growth.axis, list_text(texts));
}

std::string cost_text(const Run& run) {
  return fmt::format("{} s and {} passes", seconds_text(run.seconds), passes_text(run.passes));
}

/// What primal-dual needs at a size, and the quickest of the others that came there too. Only methods with the same
/// penalty solve the same problem.
std::string quickest_text(PenaltyKind kind, const Size& size, std::span<const Run> runs) {
  const Run *ours = nullptr, *quickest = nullptr;
  for (const Method& method : scaling_methods()) {
    const Run* run = find_run(runs, method, size);
    if (run == nullptr || method.penalty != kind) continue;
    if (method.solver == Solver::primal_dual)
      ours = run;
    else if (came_there(*run) && (quickest == nullptr || run->seconds < quickest->seconds))
      quickest = run;
  }
  std::string text = kind == PenaltyKind::l2 ? "with ℓ2 alone, " : "with ℓ1 and ℓ2, ";
  text += ours == nullptr ? "primal-dual was not run"
                          : fmt::format("{} {} {}", ours->method, came_there(*ours) ? "took" : "did not come there in",
                                        cost_text(*ours));
  if (quickest == nullptr) return text + ", and no other method came within the tolerance";
  return text + fmt::format(", and of the others within the tolerance {} was the quickest with {}", quickest->method,
                            cost_text(*quickest));
}

std::string largest_text(const Growth& growth, std::span<const Run> runs) {
  const Size& largest = growth.sizes.back();
  return fmt::format("At {} × {}: {}; {}.", count_text(largest.rows), count_text(largest.features),
                     quickest_text(PenaltyKind::l2, largest, runs), quickest_text(PenaltyKind::l1_l2, largest, runs));
}

std::string short_of_it_text(std::span<const Run> runs) {
  std::vector<std::string> texts;
  for (const Method& method : scaling_methods()) {
    double farthest = 0;
    std::int64_t short_of_it = 0, all = 0;
    for (const Run& run : runs) {
      if (run.method != method.name) continue;
      ++all;
      if (came_there(run)) continue;
      ++short_of_it;
      farthest = std::max(farthest, run.above_optimum().value_or(0));
    }
    if (short_of_it > 0)
      texts.push_back(
          fmt::format("{} ({} of {}, at worst {} above)", method.name, short_of_it, all, gap_text(farthest)));
  }
  if (texts.empty()) return fmt::format("Every fit came within {:.0e} of the optimum.", scaling_tolerance);
  return fmt::format("Fits that ended more than {:.0e} above the optimum: {}.", scaling_tolerance, list_text(texts));
}

void add_part(const Growth& growth, std::span<const Run> runs, const std::set<std::string_view>& too_slow,
              report::Document& document) {
  document.subheading("Against the number of " + growth.axis);
  add_plot(growth, runs, "-time", {"Training time against " + growth.axis, {}, {"seconds", true}, {}}, &Run::seconds,
           document);
  add_plot(growth, runs, "-passes", {"Passes against " + growth.axis, {}, {"passes over the data", true}, {}},
           &Run::passes, document);
  add_table(
      growth, runs, "Seconds of training.", [](const Run& run) { return seconds_text(run.seconds); }, document);
  add_table(
      growth, runs, "Passes over the data.", [](const Run& run) { return passes_text(run.passes); }, document);
  std::string reading = exponents_text(growth, runs) + " " + largest_text(growth, runs) + " " + short_of_it_text(runs);
  if (!too_slow.empty())
    reading += fmt::format(" Took {} s or more, and left out of larger sizes if there were any: {}.",
                           most_seconds_to_scale, list_text({too_slow.begin(), too_slow.end()}));
  document.paragraph(reading);
}

}  // namespace

void scaling(const Settings& settings, std::vector<Run>& runs, report::Document& document) {
  document.heading("Time and passes as the data grow");
  document.paragraph(fmt::format(
      "Synthetic data of growing size, one fit each, with λ = {} and μ = {} throughout: these are fixed, not "
      "cross-validated. The factor on the centroids is {}·√({}/m), so that the classes overlap alike, in expectation, "
      "for every number m of features. Methods without a penalty are left out, and BFGS is run with ℓ1 only.",
      penalties.l2, penalties.l1, tall_separation, usual_features));
  document.paragraph(fmt::format(
      "Every method is asked for a certified gap of {:.0e}. It is stopped after {} s or by its limit on passes ({}), "
      "whichever comes first; LIBLINEAR certifies nothing, knows no clock, and stops at its own tolerance of 1e-4 or "
      "after its 1000 iterations. So a method may stop early without a solution: a * marks every fit that is not "
      "within {:.0e} of the optimum, as far as its own certificate or the bound shows, and its time and passes are "
      "those until it gave up. The bound, also that of “above the optimum”, comes from another fit by primal-dual to "
      "{:.0e}, or as far as it gets in {} s.",
      scaling_tolerance, most_seconds_to_scale, pass_limits_text(), scaling_tolerance, bound_tolerance,
      most_seconds_to_scale));
  document.paragraph(fmt::format(
      "Above {} rows only primal-dual and SmSVM are run. A method that took more than {} s is left out of larger "
      "sizes.",
      count_text(most_rows_for_all), most_seconds_to_scale));
  for (const Growth& growth : make_growths(settings.quick)) {
    const std::size_t first = runs.size();
    const auto too_slow = measure_growth(growth, settings, runs);
    add_part(growth, std::span<const Run>(runs).subspan(first), too_slow, document);
  }
}

}  // namespace smsvm::experiments
