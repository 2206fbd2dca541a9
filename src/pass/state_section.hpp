#pragma once

#include <cstddef>

namespace smsvm {

/// What Pass::save writes and Pass::restore reads of a problem, section by section, in this order. What comes after the
/// columns is there while rows are frozen.
struct StateSection {
  static constexpr int facts = 0;  ///< whether there are columns, level, ε, ε of the trial, whether rows are frozen
  static constexpr int first_column = 1, columns = 5;  ///< a number of each row
  static constexpr int near_count = first_column + columns;
  static constexpr int near_rows = near_count + 1;       ///< in increasing order
  static constexpr std::size_t numbers_of_near_row = 4;  ///< its number, then what it was when rows were frozen
  static constexpr int of_frozen = near_rows + 1;  ///< what else is kept then; what follows is known to rank 0 alone
};

}  // namespace smsvm
