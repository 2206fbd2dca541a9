#include "data/border_rows.hpp"

#include <algorithm>

#include "data/block_size.hpp"

namespace smsvm {

BorderRows::BorderRows(const std::vector<std::int64_t>& rows, int rank) {
  std::int64_t first = 0;
  int owner = -1;  // of the last multiple so far
  for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
    const std::int64_t count = rows[static_cast<std::size_t>(r)];
    const std::int64_t before_multiple = (most_block_rows - first % most_block_rows) % most_block_rows;
    const std::int64_t its_early = std::min(count, before_multiple);
    if (its_early > 0 && r == rank) {
      early = its_early;
      owner_of_early = owner;
    }
    if (its_early > 0 && owner == rank) late_from.push_back(r);
    if (its_early < count) owner = r;
    first += count;
  }
}

}  // namespace smsvm
