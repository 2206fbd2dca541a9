#pragma once

#include <utility>

#include "data/uninitialized.hpp"
#include "rows/request.hpp"

namespace smsvm {

/// The state of one problem of the batch, 40 bytes a row. It is double whatever the precision of the data: what is
/// computed from it, the certificate above all, is then as exact as the sums of a sweep, and needs no sweep to confirm
/// it.
struct RowState {
  UninitializedVector<double> slack, distance;              ///< u and q, accepted
  UninitializedVector<double> trial_slack, trial_distance;  ///< u and q, trial
  UninitializedVector<double> running_dual;                 ///< ā
  UninitializedVector<double> given;                        ///< empty until somebody puts something there
  double epsilon = 1, trial_epsilon = 1;
  bool has_given = false;
  bool is_given_back = false;  ///< empty columns do not tell: a rank may have no rows

  /// A column of the state itself; null for one that follows from it.
  UninitializedVector<double>* column(Column which) {
    switch (which) {
      case Column::slack:
        return &slack;
      case Column::distance:
        return &distance;
      case Column::trial_slack:
        return &trial_slack;
      case Column::trial_distance:
        return &trial_distance;
      case Column::running_dual:
        return &running_dual;
      case Column::given:
        return &given;
      case Column::curvature:
      case Column::smooth_dual:
      case Column::sign:
      case Column::weight:
      case Column::number:
        return nullptr;
    }
    return nullptr;
  }

  void accept() {
    std::swap(slack, trial_slack);
    std::swap(distance, trial_distance);
    epsilon = trial_epsilon;
  }
  void give_back() {
    *this = {};
    is_given_back = true;
  }
};

}  // namespace smsvm
