#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "data/random_stream.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

// From the numbers of rows to their positions and back: see RowOrder. A null order is that of the source.

inline std::int64_t source_row(const RowOrder* order, std::int64_t position) {
  return order == nullptr ? position : order->source_row(position);
}
inline std::int64_t source_row(const Dataset& data, std::int64_t position) {
  return source_row(data.order.get(), position);
}
inline std::int64_t position_of(const Dataset& data, std::int64_t row) {
  return data.order == nullptr ? row : data.order->position_of(row);
}

/// What there is for each row, by number, put by position. Nothing stays nothing.
template <class Number>
std::vector<Number> in_stored_order(const RowOrder* order, std::vector<Number> of_row) {
  if (order == nullptr || of_row.empty()) return of_row;
  std::vector<Number> stored(of_row.size());
  for (std::size_t position = 0; position < stored.size(); ++position)
    stored[position] = of_row[static_cast<std::size_t>(order->source_row(static_cast<std::int64_t>(position)))];
  return stored;
}

/// The inverse; there may be several numbers for each row.
template <class Number>
std::vector<Number> in_source_order(const RowOrder* order, std::vector<Number> stored) {
  if (order == nullptr || stored.empty()) return stored;
  std::vector<Number> of_row(stored.size());
  const std::size_t rows = order->shift().size(), each = stored.size() / rows;
  for (std::size_t position = 0; position < rows; ++position) {
    const auto row = static_cast<std::size_t>(order->source_row(static_cast<std::int64_t>(position)));
    std::copy_n(stored.begin() + static_cast<std::ptrdiff_t>(position * each), each,
                of_row.begin() + static_cast<std::ptrdiff_t>(row * each));
  }
  return of_row;
}

/// Tells orders apart: 0 for that of the source, and of parts that begin at these positions it is the sum.
inline std::uint64_t order_checksum(const RowOrder* order, std::int64_t first_position) {
  if (order == nullptr) return 0;
  std::uint64_t sum = 0;
  auto position = static_cast<std::uint64_t>(first_position);
  for (const std::int32_t by : order->shift()) {
    if (by != 0) sum += mix_bits(mix_bits(position) + static_cast<std::uint64_t>(by));
    ++position;
  }
  return sum;
}

/// Null where every row is at its place.
inline std::shared_ptr<const RowOrder> order_if_any(std::vector<std::int32_t> shift) {
  if (std::ranges::all_of(shift, [](std::int32_t by) { return by == 0; })) return nullptr;
  return std::make_shared<const RowOrder>(std::move(shift));
}

}  // namespace smsvm
