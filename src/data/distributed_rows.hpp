#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "distributed/communicator.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

/// Rows that lie with several ranks: each has one of these, for the part of the rows that it holds itself. Blocks, and
/// what is in them, are those that one rank alone would have.
class DistributedRows {
 public:
  /// `part`: the rows here; features, precision and names of labels are the same on all ranks. Its labels and weights
  /// are in the order in which its rows are stored; what `part.order` says becomes order(). All ranks do this together.
  DistributedRows(Communicator& ranks, Dataset part);

  Communicator& ranks() const { return ranks_; }
  const Dataset& part() const { return part_; }
  std::int64_t rows() const { return first_row_.back(); }  ///< of all ranks
  std::int64_t first_row() const { return first_row(ranks_.rank()); }
  std::int64_t first_row(int rank) const { return first_row_[static_cast<std::size_t>(rank)]; }

  /// Where the rows here stand in the source, counted from first_row(); null: in the same order.
  const RowOrder* order() const { return order_.get(); }
  const std::shared_ptr<const RowOrder>& shared_order() const { return order_; }
  void set_order(std::shared_ptr<const RowOrder> order) { order_ = std::move(order); }

  /// The part of a vector of rows, as they are stored, that belongs to a rank's rows.
  template <class Number>
  std::span<const Number> slice(const std::vector<Number>& all, int rank) const {
    return slice(std::span<const Number>(all), rank);
  }
  template <class Number>
  std::span<const Number> slice(std::span<const Number> all, int rank) const {
    if (all.empty()) return {};
    return all.subspan(static_cast<std::size_t>(first_row(rank)),
                       static_cast<std::size_t>(first_row(rank + 1) - first_row(rank)));
  }

  std::int64_t next_pass() { return ++passes_; }  ///< a number that no pass over them had before

  /// Whether these are what shifted() made of the rows that a rank holds (data/column_shift.hpp).
  bool are_shifted() const { return are_shifted_; }
  void note_shifted() { are_shifted_ = true; }

  /// Of all rows, on rank 0; throws std::logic_error where nobody has set it.
  std::uint64_t checksum() const;
  void set_checksum(std::uint64_t checksum) { checksum_ = checksum; }

 private:
  Communicator& ranks_;
  Dataset part_;
  std::shared_ptr<const RowOrder> order_;
  std::vector<std::int64_t> first_row_;  ///< of each rank, and the end
  std::int64_t passes_ = 0;
  bool are_shifted_ = false;
  std::optional<std::uint64_t> checksum_;
};

}  // namespace smsvm
