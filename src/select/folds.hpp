#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace smsvm {

/// A division of the rows into parts, each of which can be left out in turn.
struct FoldAssignment {
  int folds = 0;
  std::vector<std::int32_t> of_row;  ///< 0 … folds − 1

  /// What the rows weigh where this fold is left out: nothing, or as much as before (empty: 1).
  std::vector<double> weights_without(int fold, std::span<const double> weight = {}) const;
};

/// The rows of each class dealt out at random, so that folds differ by one row at most, in each class and in all. The
/// same for the same seed, on every machine. `class_of_row` numbers the classes from 0, e.g. Labels::of_row.
FoldAssignment stratified_folds(std::span<const std::int32_t> class_of_row, int folds, std::uint64_t seed);

/// Each takes a training and a weight for every row: more are hardly folds, but identifiers of rows.
inline constexpr int most_folds = 1000;

/// Throws OptionError, naming the option, unless there are 2 folds or more, not too many, and each can have a row.
void check_folds(std::string_view option, int folds, std::int64_t rows);

}  // namespace smsvm
