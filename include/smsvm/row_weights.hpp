#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

// A row of weight k counts as k copies of it; a row of weight 0 as if it were not there (docs/method.md, section 1).
// Weights are one number >= 0 per row; none at all means 1 for every row.

struct ClassWeight {
  Label label;
  double weight = 1;
};

/// One weight per class, such that all classes weigh the same together and the total does not change: N / (K N_k).
SMSVM_API std::vector<ClassWeight> balanced_weights(const Labels& labels, const std::vector<double>& row_weight = {});

/// Each row's weight times that of its class; classes not named have 1.
SMSVM_API std::vector<double> times_class_weights(std::vector<double> row_weight, const Labels& labels,
                                                  const std::vector<ClassWeight>& class_weights);

/// The rows listed, which increase, as a data set of their own: labels are those that still occur, in the order of
/// their first row; features stay as they are.
SMSVM_API Dataset keep_rows(const Dataset& data, const std::vector<std::int64_t>& rows);

}  // namespace smsvm
