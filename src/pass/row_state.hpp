#pragma once

#include <cstdint>
#include <vector>

namespace smsvm {

/// The state of one problem of the batch, per row, in the precision of the data: 5 numbers a row.
template <class Value>
struct RowState {
  std::vector<Value> slack, distance;              ///< u and q, accepted
  std::vector<Value> trial_slack, trial_distance;  ///< u and q, trial
  std::vector<Value> running_dual;                 ///< ā
  double epsilon = 1, trial_epsilon = 1;
};

}  // namespace smsvm
