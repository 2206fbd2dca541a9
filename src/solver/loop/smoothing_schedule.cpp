#include "solver/loop/smoothing_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm {

double SmoothingState::relative_move() const { return std::max(0.0, decrease) / (epsilon * epsilon * mean_curvature); }

double next_epsilon(const SmoothingState& state) {
  // Features are still to enter the model: wait for them, but not where what is in it no longer moves.
  constexpr double at_rest = 0.01;
  if (!state.complete && state.relative_move() > at_rest) return state.epsilon;
  // Two measures of how well the path is followed: the rows move little in units of ε, and smoothing is what keeps the
  // gap open. Where something else does, ε must not run ahead of the certificate.
  double factor = std::clamp(0.5 * std::pow(state.relative_move(), 0.25), 0.1, 0.5);
  if (state.gap > 0) {
    const double lead = std::clamp(0.14 * std::pow(state.smoothing_gap / state.gap, -0.6), 0.05, 1.3);
    factor = std::sqrt(factor * lead);
  }
  // A falls like ε²: once it is half of what is allowed, the other half is for Newton's method to gain, at this ε.
  constexpr double nearly_still = 0.9;
  if (state.target_gap > 0 && state.smoothing_gap > 0)
    factor = std::max(factor, std::min(nearly_still, std::sqrt(0.5 * state.target_gap / state.smoothing_gap)));
  return factor * state.epsilon;
}

double resumed_epsilon(const SmoothingState& state) {
  // A falls like ε².
  constexpr double part = 0.3;
  const double factor = state.smoothing_gap > 0 ? std::sqrt(part * state.target_gap / state.smoothing_gap) : 1.0;
  return std::min(1.0, std::clamp(factor, 0.25, 4.0) * state.epsilon);
}

bool dual_lags(double share, double kink_rows_per_weight) { return share > 0.7 && kink_rows_per_weight > 10; }

double epsilon_after_shortening(double epsilon, double step) {
  const double factor = step > 0.5 ? 1.0 : step > 0.1 ? 1.2 : 2.0;
  return std::min(1.0, factor * epsilon);
}

}  // namespace smsvm
