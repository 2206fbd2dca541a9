#pragma once

#include <cstdint>

namespace smsvm {

// What Newton's method would cost from where dual ascent stands, in the ascent's own unit: values of rows visited.
// Rough, but these costs differ by orders of magnitude.

namespace detail {
constexpr double newton_steps = 8;
/// A Cholesky factorisation, whose multiplications cost a 25th of a value of a row.
constexpr double factorisation_work(double size) { return size * size * size / 6 / 25; }
}  // namespace detail

/// Over the rows: those with 0 < a < 1, and some more.
constexpr double newton_work_over_rows(std::int64_t between) {
  return detail::newton_steps * detail::factorisation_work(1.25 * static_cast<double>(between) + 100);
}

/// Over the features: those with a weight, and some more; and H, to which a row adds half the square of its length,
/// less what is not in the working set.
constexpr double newton_work_over_features(std::int64_t weights, double rows, double mean_length) {
  const double hessian = rows * mean_length * mean_length / 4;
  return detail::newton_steps * (hessian + detail::factorisation_work(1.25 * static_cast<double>(weights) + 100));
}

}  // namespace smsvm
