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

/// After a step that had to be shortened to `step`: the model was trusted too far, so ε stays, or rises.
double epsilon_after_shortening(double epsilon, double step);

}  // namespace smsvm
