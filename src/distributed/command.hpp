#pragma once

namespace smsvm {

/// What rank 0, which alone runs the program, has all ranks do: broadcast, followed by what the command needs. Each is
/// then carried out on all ranks by one function, rank 0 included.
enum class Command : int {
  read,             ///< each its part of a file
  labels_of_rows,   ///< of each row
  order_of_rows,    ///< where each row stands in the source
  keep_rows,        ///< only those of positive weight
  shift_columns,    ///< of a copy of the rows, for the next pass over such
  scale,            ///< what each feature's values are divided by
  held_out_scores,  ///< of each row, by models that did not see it
  predict,          ///< of each row, by one model
  make_rows,        ///< and the state of problems for each of them
  ask_rows,         ///< a request (src/rows/request.hpp)
  end_rows,
  watch,   ///< each other, from now on
  finish,  ///< with this exit code
};

}  // namespace smsvm
