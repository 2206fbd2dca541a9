#include "solver/loop/near_rows.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm {
namespace {

constexpr double width_per_move = 0.5;
constexpr double least_width = 1e-6;  // beyond it the duals that freeze() meets are 0 or 1 to within rounding

}  // namespace

double Kink::move() const { return std::sqrt(2 * excess / density); }
double Kink::share() const { return 2 * density * move(); }

Kink kink_before_step(const SmoothingState& state) {
  return {std::max(0.0, state.decrease) + state.smoothing_gap, state.mean_curvature};
}

Nearness near_in_first_round(const Kink& kink) {
  constexpr double reach = 2;
  return {std::max(least_width, width_per_move * kink.move()), reach};
}

Nearness near_in_later_round(const Kink& kink, double more) {
  constexpr double reach = 0.5;
  return {std::max(least_width, more * width_per_move * kink.move()), more * reach};
}

double first_epsilon(const Nearness& nearness) { return 0.3 * nearness.width; }

}  // namespace smsvm
