#pragma once

#include <cstdint>
#include <string_view>

#include "rows/pass.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm::bench {

/// Random rows that are stored in one of the layouts.
enum class Layout {
  dense,       ///< 50 columns, all in the tile
  wide,        ///< 500 columns, all in the tile
  mixed,       ///< 10 columns in the tile, and two of 44 indicators
  indicators,  ///< 14 of 123, no values
  text,        ///< about 100 of 60 000 columns, few of them frequent, with values
};
std::string_view name_of(Layout layout);

struct Rows {
  Dataset data;
  Target target;
};
Rows make_rows(Layout layout, Precision precision, std::int64_t rows);

/// What one sweep has to read: the rows as stored, and of each the sign and the state that its dual is carried from.
std::int64_t bytes_of_sweep(const Dataset& data);

}  // namespace smsvm::bench
