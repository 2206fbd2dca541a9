#pragma once

#include "experiments/labelled_rows.hpp"
#include "smsvm/objective.hpp"

namespace smsvm::experiments {

/// LIBLINEAR as the paper ran it, through scikit-learn's LinearSVC(loss="hinge"): dual coordinate descent, a penalised
/// bias, tolerance 1e-4. `seconds` is its training alone, not the conversion of the data; `passes` its outer
/// iterations, which read all rows or, after shrinking, fewer; `status` is `stationary` where its stopping rule was met
/// within its 1000 iterations, else `max_passes`. It returns no dual point, so nothing is proved by itself.
/// `tolerance`: its own measure of the violation. Needs μ = 0 and a penalised intercept.
Fit liblinear(const LabelledRows& rows, const Penalty& penalty, double tolerance = 1e-4);

}  // namespace smsvm::experiments
