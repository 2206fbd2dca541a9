#pragma once

#include <cstdint>
#include <vector>

#include "model/class_judge.hpp"

namespace smsvm {

// Whether the model is one of these data, and what it says about its training follows from data and proof.

/// Its labels are those of the rows of positive weight, named as training names them; the proof has no class twice.
Reason check_labels(const Dataset& data, const Model& model, const Proof& proof);

/// Finds where the model stores the feature of each column of the data, −1 where it does not, as predict() does.
Reason match_columns(const Dataset& data, const Model& model, std::vector<std::int64_t>& position);

/// Which problem the model says it solves, and how many rows of which weight it has seen.
Reason check_training(const Model& model, const Proof& proof);

/// What it says to have reached. Every column of the model has its claim in the proof.
Reason check_outcome(const Model& model, const Proof& proof);

}  // namespace smsvm
