#pragma once

namespace smsvm {

/// What decides the next smoothing ε (docs/method.md, section 6): all of it free of scale.
struct SmoothingState {
  double epsilon = 1;
  double decrease = 0;        ///< Δ of the step about to be taken
  double mean_curvature = 0;  ///< h̄
  double smoothing_gap = 0;   ///< A: the share of the gap that is due to ε
  double gap = 0;             ///< P − D
  double target_gap = 0;      ///< tolerance · P; 0 on a level of the ladder
  bool complete = true;       ///< the step was computed on all features that should move

  /// ρ: the mean squared move of the rows at the kink, in units of ε.
  double relative_move() const;
};

double next_epsilon(const SmoothingState& state);
/// At the first step after the penalty has changed. A problem just solved leaves an ε for its own last digits.
double resumed_epsilon(const SmoothingState& state);

/// Whether the dual of eq. 11 should start afresh from a_ε in the next sweep. When ε falls fast, rows it has left
/// behind still have a dual on its way to the bound and count as if they stood at the kink: H is too large, steps are
/// too short. `share`: of Δ, that the last step brought; near one half where H is right. With enough rows at the kink
/// for every weight that is not zero, the curvature of eq. 4 is safe.
bool dual_lags(double share, double kink_rows_per_weight);

/// After a step that had to be shortened to `step`: the model was trusted too far, so ε stays, or rises.
double epsilon_after_shortening(double epsilon, double step);

}  // namespace smsvm
