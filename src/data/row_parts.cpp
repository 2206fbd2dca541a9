#include "data/row_parts.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "data/in_order.hpp"

namespace smsvm {

std::vector<std::size_t> deal_blocks(const std::vector<std::int64_t>& work, int ranks) {
  const auto total = static_cast<double>(std::accumulate(work.begin(), work.end(), std::int64_t{0}));
  std::vector<std::size_t> first{0};
  double done = 0;  // a block goes to the rank that its middle falls to, were the work cut evenly
  for (std::size_t block = 0; block < work.size(); ++block) {
    const double middle = done + static_cast<double>(work[block]) / 2;
    const auto rank = static_cast<std::size_t>(std::min<double>(ranks - 1, middle / std::max(total, 1.0) * ranks));
    while (first.size() <= rank) first.push_back(block);
    done += static_cast<double>(work[block]);
  }
  first.resize(static_cast<std::size_t>(ranks) + 1, work.size());
  return first;
}

Dataset rows_of_blocks(const Dataset& data, std::size_t first, std::size_t last) {
  Dataset part;
  std::int64_t from = 0, to = 0;
  std::visit(
      [&]<class Value>(const BlockedRows<Value>& all) {
        BlockedRows<Value> some;
        from = all.first_row[first];
        to = all.first_row[last];
        for (std::size_t k = first; k < last; ++k) some.blocks.push_back(all.blocks[k]);
        for (std::size_t k = first; k <= last; ++k) some.first_row.push_back(all.first_row[k] - from);
        part.matrix = std::move(some);
      },
      data.all_rows());
  part.rows = to - from;
  part.features = data.features;
  part.feature_ids = data.feature_ids;
  part.width = data.width;
  part.rounded = data.rounded;
  const auto cut = [&](const auto& all, auto& some) {
    if (all.empty()) return;
    for (std::int64_t position = from; position < to; ++position)
      some.push_back(all[static_cast<std::size_t>(source_row(data, position))]);
  };
  part.labels.distinct = data.labels.distinct;
  cut(data.labels.of_row, part.labels.of_row);
  cut(data.row_weight, part.row_weight);
  if (data.order) {
    const auto shift = data.order->shift().subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
    part.order = std::make_shared<const RowOrder>(std::vector<std::int32_t>(shift.begin(), shift.end()));
  }
  return part;
}

}  // namespace smsvm
