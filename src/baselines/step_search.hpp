#pragma once

#include "solver/step/segment.hpp"

namespace smsvm {

/// The minimum of P with ψ_ε for the hinge over s in [shortest, longest] of the line from the accepted point through
/// the trial one: from row state, no sweep. The scale of s need not be known: the range may span many powers of ten.
Segment::Minimum smoothed_minimum(const Problem& problem, const Segment& segment, double epsilon, double shortest,
                                  double longest);

}  // namespace smsvm
