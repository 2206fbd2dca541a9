#pragma once

#include "data/uninitialized.hpp"

namespace smsvm {

/// The state of one problem of the batch, 40 bytes a row. It is double whatever the precision of the data: what is
/// computed from it, the certificate above all, is then as exact as the sums of a sweep, and needs no sweep to confirm
/// it.
struct RowState {
  UninitializedVector<double> slack, distance;              ///< u and q, accepted
  UninitializedVector<double> trial_slack, trial_distance;  ///< u and q, trial
  UninitializedVector<double> running_dual;                 ///< ā
  double epsilon = 1, trial_epsilon = 1;
  bool is_given_back = false;  ///< empty columns do not tell: a rank may have no rows

  void give_back() {
    *this = {};
    is_given_back = true;
  }
};

}  // namespace smsvm
