#pragma once

#include <vector>

#include "judge/problem.hpp"
#include "smsvm/proof.hpp"

namespace smsvm::judge {

/// What a training leaves behind, in memory.
struct Trained {
  const Dataset& data;
  const Penalty& penalty;  ///< with factors and scales
  const Problem& problem;
  const std::vector<Label>& positive;  ///< of each fit
  const std::vector<Fit>& fit;
};

/// Makes the model and the proof that `smsvm train` would write, and asks smsvm::verify about them.
Verdict verify_in_memory(const Trained& trained);

}  // namespace smsvm::judge
