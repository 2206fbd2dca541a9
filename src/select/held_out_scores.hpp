#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/path.hpp"

namespace smsvm {

struct LinearModel {
  SparseWeights weights;
  double intercept = 0;
};

/// The score of each row under the models that were trained without it: rows × models, row-major. Every fold has the
/// same number of models. 0 threads: as many as the machine has; never changes the result.
std::vector<double> held_out_scores(const Dataset& data, std::span<const std::int32_t> fold_of_row,
                                    std::span<const std::vector<LinearModel>> models_of_fold, int threads = 0);

/// The same on other ranks than the first, after the command of this name.
void serve_held_out_scores(const DistributedRows& rows, MessageReader& from);

}  // namespace smsvm
