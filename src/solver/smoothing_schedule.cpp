#include "solver/smoothing_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm {

double SmoothingState::relative_move() const { return std::max(0.0, decrease) / (epsilon * epsilon * mean_curvature); }

double next_epsilon(const SmoothingState& state) {
  // Features are still to enter the model: wait for them, but not where what is in it no longer moves.
  constexpr double at_rest = 0.01;
  if (!state.complete && state.relative_move() > at_rest) return state.epsilon;
  constexpr double fastest = 0.2, slowest = 0.5, patient = 0.7;
  double factor = std::clamp(0.5 * std::pow(state.relative_move(), 0.25), fastest, slowest);
  // ε must not run ahead of the certificate: when it is no longer what keeps the gap open, or is good enough already.
  if (state.smoothing_gap < 0.03 * state.gap || state.smoothing_gap < 0.02 * state.target_gap) factor = patient;
  return factor * state.epsilon;
}

double epsilon_after_shortening(double epsilon, double step) {
  if (step > 0.5) return 0.8 * epsilon;
  if (step > 0.1) return epsilon;
  return std::min(1.0, 1.5 * epsilon);
}

}  // namespace smsvm
