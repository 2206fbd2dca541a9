#pragma once

#include <cstdint>

#include "distributed/communicator.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

/// Which rows of the data are on this rank, where there are several.
struct RankRows {
  Communicator* ranks = nullptr;     ///< null: there is one rank, and all rows are here
  std::int64_t first_row = 0;        ///< of those here
  std::int64_t rows_everywhere = 0;  ///< with those of the other ranks
  std::int64_t pass = 0;             ///< tells the passes of a job apart
  const RowOrder* order = nullptr;   ///< of those here, counted from the first one; null: that of the source
};

}  // namespace smsvm
