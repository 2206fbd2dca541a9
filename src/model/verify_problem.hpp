#pragma once

#include <string>
#include <vector>

#include "model/class_judge.hpp"

namespace smsvm {

// Whether the proof is about these data and this problem: whatever of the problem can be computed is computed.

/// The rows, their labels and their values.
Reason check_data(const Dataset& data, const Proof& proof);

/// Whether all numbers of the problem are ones that a problem may have.
Reason check_numbers_of_problem(const Dataset& data, const Proof& proof);

/// Weights of rows: those that are known times those of the classes. What is taken from the proof is noted.
Reason check_row_weights(const Submission& submission, std::vector<std::string>& taken);

/// Likewise.
Reason check_penalty_factors(const Submission& submission, std::vector<std::string>& taken);

/// `position`: where the model stores the feature of each column of the data; −1: nowhere.
Reason check_scales(const Submission& submission, const std::vector<std::int64_t>& position,
                    std::vector<std::string>& taken);

}  // namespace smsvm
