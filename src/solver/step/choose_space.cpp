#include "solver/step/choose_space.hpp"

#include <algorithm>
#include <cmath>

#include "solver/ascent/live_rows.hpp"
#include "solver/step/feature_space.hpp"

namespace smsvm {

std::int64_t memory_allowed(const SolverOptions& options) {
  constexpr std::int64_t usual = std::int64_t{1} << 30;  // not the machine's: the result must not depend on it
  return options.memory > 0 ? options.memory : usual;
}

namespace {

/// Up to so many features a system over them is solved at once, and it is better conditioned than one over rows: there
/// a column of large values and little penalty, say 1e6 under λ = 1e-4, drowns all others.
constexpr std::int64_t few_features = 64;

/// Rows beside features, from which on few passes are Newton's strength.
constexpr std::int64_t tall = 10;

}  // namespace

bool every_feature_has_l2(const Objective& objective) {
  const auto features = static_cast<std::ptrdiff_t>(objective.features());
  return std::all_of(objective.l2.begin(), objective.l2.begin() + features, [](double l2) { return l2 > 0; });
}

bool every_feature_has_a_penalty(const Objective& objective) {
  for (std::size_t j = 0; j < objective.features(); ++j)
    if (!(objective.l2[j] > 0 || objective.l1[j] > 0)) return false;
  return true;
}

std::size_t largest_system(const SolverOptions& options) {
  const auto bytes = static_cast<double>(memory_allowed(options));
  return static_cast<std::size_t>(std::clamp(std::sqrt(bytes / (3 * sizeof(double))), 1024.0, 6144.0));
}

bool row_space_is_smaller(const DataShape& data, const Objective& objective, std::size_t largest) {
  if (data.features <= few_features || objective.has_l1() || !every_feature_has_l2(objective)) return false;
  return data.rows < data.features || objective.dimension() > largest;
}

bool few_rows_and_many_features(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  constexpr std::int64_t few = 1024, many = 512;  // up to so many features a square of them is no burden
  if (data.rows > few || data.features <= std::max(many, 2 * data.rows)) return false;
  if (!objective.has_l1() || !every_feature_has_a_penalty(objective)) return false;
  constexpr std::int64_t sparse = 4;  // every row is a dense factor there: few values a row make a cheap square instead
  if (sparse * data.nonzeros < data.rows * data.features) return false;
  return data.rows * data.features * static_cast<std::int64_t>(sizeof(double)) <= memory_allowed(options) / 4;
}

bool ascent_may_save_working_sets(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  if (data.rows >= tall * data.features || !every_feature_has_l2(objective)) return false;
  return data.nonzeros * bytes_per_live_value(data.precision) <= memory_allowed(options) / 2;
}

bool rows_fit_twice(const DataShape& data, const SolverOptions& options) {
  return 2 * data.nonzeros * bytes_per_live_value(data.precision) <= memory_allowed(options) / 2;
}

bool interior_point_suits(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  if (data.rows >= tall * data.features || data.features <= few_features || !rows_fit_twice(data, options))
    return false;
  // With ℓ2 Newton's steps read the data a third to a fifth as often. They are quick enough over the features where
  // these are no more than the rows or need no working set, and by factors.
  if (every_feature_has_l2(objective) &&
      (data.features <= data.rows || few_rows_and_many_features(data, objective, options) ||
       !FeatureSpace(objective, largest_system(options)).needs_working_set()))
    return false;
  constexpr double many = 1600, much = 2e9;  // unknowns of a system; multiplications that make one
  const auto [fewer, more] = std::minmax({static_cast<double>(data.rows), static_cast<double>(data.features)});
  const auto nonzeros = static_cast<double>(data.nonzeros);
  if (fewer > std::min(many, static_cast<double>(largest_system(options))) || nonzeros * nonzeros > much * more)
    return false;
  const auto features = static_cast<std::ptrdiff_t>(objective.features());
  return std::all_of(objective.l1.begin(), objective.l1.begin() + features, [](double l1) { return l1 > 0; });
}

Space choose_space(const Task& task) {
  const auto& [shape, problem, options, journal] = task;
  if (few_rows_and_many_features(shape, problem.objective, options)) return Space::factors;
  return row_space_is_smaller(shape, problem.objective, largest_system(options)) ? Space::rows : Space::features;
}

bool ascent_comes_first(const Task& task) {
  const auto& [shape, problem, options, journal] = task;
  return FeatureSpace(problem.objective, largest_system(options)).needs_working_set() &&
         ascent_may_save_working_sets(shape, problem.objective, options);
}

bool pair_comes_first(const Task& task) {
  const auto& [shape, problem, options, journal] = task;
  if (interior_point_suits(shape, problem.objective, options)) return true;
  if (few_rows_and_many_features(shape, problem.objective, options)) return false;
  if (every_feature_has_l2(problem.objective)) return ascent_comes_first(task);
  return shape.rows < tall * shape.features && every_feature_has_a_penalty(problem.objective) &&
         rows_fit_twice(shape, options) && FeatureSpace(problem.objective, largest_system(options)).needs_working_set();
}

}  // namespace smsvm
