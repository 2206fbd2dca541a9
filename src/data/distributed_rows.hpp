#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "distributed/communicator.hpp"
#include "distributed/message.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

/// Rows that lie with several ranks: each has one of these, for the part of the rows that it holds itself. Blocks, and
/// what is in them, are those that one rank alone would have.
class SMSVM_NO_EXPORT Dataset::Distributed {
 public:
  /// `part`: the rows here; features, precision and names of labels are the same on all ranks. Its labels and weights
  /// are in the order in which its rows are stored; what `part.order` says becomes order(). All ranks do this together.
  Distributed(Communicator& ranks, Dataset part);

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

  std::int64_t next_fleet_number() { return ++passes_; }  ///< a number that no pass over them had before

  /// Whether these are what shifted() made of the rows that a rank holds (data/column_shift.hpp).
  bool are_shifted() const { return are_shifted_; }
  void note_shifted() { are_shifted_ = true; }

  /// Of all rows, on rank 0; throws std::logic_error where nobody has set it.
  std::uint64_t checksum() const;
  void set_checksum(std::uint64_t checksum) { checksum_ = checksum; }

  // On rank 0: what the ranks know of their rows, for all rows by number; sent when first asked for, and kept.
  const Labels& all_labels() const;
  const std::shared_ptr<const RowOrder>& all_order() const;
  /// Tells orders of rows apart; 0 for that of the source. The same for any number of ranks.
  std::uint64_t order_checksum() const { return order_checksum_; }
  void set_order_checksum(std::uint64_t checksum) { order_checksum_ = checksum; }
  /// The others' share in these two: what follows the commands of these names.
  void serve_labels(MessageReader& from) const;
  void serve_order(MessageReader& from) const;

 private:
  /// Rank 0 may ask about data that were read before these.
  void expect_mine(MessageReader& from) const;

  Communicator& ranks_;
  Dataset part_;
  std::shared_ptr<const RowOrder> order_;
  std::vector<std::int64_t> first_row_;  ///< of each rank, and the end
  std::int64_t passes_ = 0;
  bool are_shifted_ = false;
  std::optional<std::uint64_t> checksum_;
  std::uint64_t order_checksum_ = 0;
  mutable std::optional<Labels> all_labels_;
  mutable std::optional<std::shared_ptr<const RowOrder>> all_order_;
};

using DistributedRows = Dataset::Distributed;

}  // namespace smsvm
