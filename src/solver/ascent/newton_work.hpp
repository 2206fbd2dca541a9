#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace smsvm {

// What Newton's method would cost from where dual ascent stands, in the ascent's own unit: values of rows visited.
// Rough, but these costs differ by orders of magnitude.

/// The rows that the ascent climbs on.
struct RowShape {
  double rows = 0, features = 0;
  double mean_length = 0;  ///< stored values of a row
};

/// The unknowns of Newton's systems at a pair: weights that are not zero, or without ℓ1 rows with 0 < a < 1.
inline std::int64_t newton_size(bool has_l1, std::span<const double> point, std::span<const double> dual) {
  return has_l1 ? std::ranges::count_if(point, [](double w) { return w != 0; })
                : std::ranges::count_if(dual, [](double a) { return a > 0 && a < 1; });
}

namespace detail {
constexpr double newton_steps = 8;
/// Scores and sums of all rows, as every step needs them.
constexpr double sweep_work(const RowShape& shape) { return 3 * shape.rows * shape.mean_length; }
/// A Cholesky factorisation, whose multiplications cost a 25th of a value of a row.
constexpr double factorisation_work(double size) { return size * size * size / 6 / 25; }
}  // namespace detail

/// Over the rows: those with 0 < a < 1, and some more; and once the products of these rows with each other.
constexpr double newton_work_over_rows(const RowShape& shape, std::int64_t between) {
  const auto rows = static_cast<double>(between);
  const double products = 0.75 * rows * rows * shape.mean_length * (shape.mean_length / shape.features);
  const double step = detail::sweep_work(shape) + detail::factorisation_work(1.25 * rows + 100);
  return products + detail::newton_steps * step;
}

/// Over the features: those with a weight, and some more; and H, to which a row adds half the square of its length,
/// less what is not in the working set.
constexpr double newton_work_over_features(const RowShape& shape, std::int64_t weights) {
  const double hessian = shape.rows * shape.mean_length * shape.mean_length / 4;
  const double factorisation = detail::factorisation_work(1.25 * static_cast<double>(weights) + 100);
  constexpr double factorisations = 30;  // of a step
  return detail::newton_steps * (detail::sweep_work(shape) + hessian + factorisations * factorisation);
}

}  // namespace smsvm
