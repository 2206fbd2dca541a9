#pragma once

#include "experiments/run.hpp"

namespace smsvm::experiments {

/// λ and μ by five-fold cross-validation on the training rows alone: λ without ℓ1 first, then μ beside it. The most
/// accurate wins; of equals, the larger penalty; after three that bring nothing, no smaller ones are tried. At most
/// 50,000 rows are used.
Weights tune(const LabelledRows& train, const Settings& settings);

/// The candidates for λ.
std::vector<double> l2_candidates();
/// The candidates for μ: shares of max |mean y x_j|, the smallest that keeps w = 0 where b is 0 too.
std::vector<double> l1_candidates(const LabelledRows& train);

}  // namespace smsvm::experiments
