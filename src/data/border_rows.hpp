#pragma once

#include <cstdint>
#include <vector>

#include "data/flat_rows.hpp"
#include "data/row_message.hpp"
#include "distributed/communicator.hpp"

namespace smsvm {

/// Which rows must move so that no block lies on two ranks. Blocks never go beyond a multiple of most_block_rows rows
/// of the data (block_size.hpp), so a rank can lay its blocks out as soon as it knows the number of its first row; only
/// the rows before the first multiple must go to the rank whose last block they belong to.
struct BorderRows {
  BorderRows() = default;
  /// `rows`: of each rank, before any of them move.
  BorderRows(const std::vector<std::int64_t>& rows, int rank);

  std::int64_t early = 0;      ///< so many of the first rows here belong to a block of another rank
  int owner_of_early = -1;     ///< that rank, if there are any
  std::vector<int> late_from;  ///< the ranks whose early rows belong to the last block here
};

/// Moves the first rows of the pieces to `early`, until it has so many.
template <class Value>
void set_early_rows_aside(std::span<FlatRows<Value>> pieces, std::int64_t wanted, FlatRows<Value>& early) {
  for (FlatRows<Value>& piece : pieces) {
    const std::int64_t count = std::min(wanted - early.rows(), piece.rows());
    if (count <= 0) return;
    const auto nonzeros = piece.row_start(count), before = std::ssize(early.value);
    for (std::int64_t row = 0; row < count; ++row)
      early.row_end.push_back(before + piece.row_end[static_cast<std::size_t>(row)]);
    early.number.insert(early.number.end(), piece.number.begin(), piece.number.begin() + nonzeros);
    early.value.insert(early.value.end(), piece.value.begin(), piece.value.begin() + nonzeros);
    piece.row_end.erase(piece.row_end.begin(), piece.row_end.begin() + count);
    for (std::int64_t& end : piece.row_end) end -= nonzeros;
    piece.number.erase(piece.number.begin(), piece.number.begin() + nonzeros);
    piece.value.erase(piece.value.begin(), piece.value.begin() + nonzeros);
  }
}

/// Sends the early rows, with their labels if there are any, and calls append(rows, labels) for each late ones.
template <class Value, class Append>
void exchange_border_rows(const BorderRows& border, const FlatRows<Value>& early,
                          const std::vector<std::int32_t>& labels, Communicator& ranks, const Append& append) {
  if (border.early > 0) {
    Message message;
    write(message, early);
    ranks.send(border.owner_of_early, Tag::rows, message.add_all(labels).take());
  }
  for (const int other : border.late_from) {
    const std::string bytes = ranks.receive(other, Tag::rows);
    MessageReader from(bytes);
    FlatRows<Value> rows = read_flat_rows<Value>(from);
    append(rows, from.take_all<std::int32_t>());
  }
}

}  // namespace smsvm
