#pragma once

#include <memory>
#include <optional>

#include "data/column_facts.hpp"
#include "data/column_shift.hpp"
#include "data/distributed_read.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "train/solve.hpp"

namespace smsvm {

/// The data as the solver needs them. Where they are distributed and the solver reads the rows themselves, they are
/// collected on this rank, which then works alone: this is the way with few rows, or very sparse ones. Where the
/// intercept is free, columns far from zero are shifted, in a copy; what the solver finds for b must then be taken back
/// by shift().
class RowsAtHand {
 public:
  RowsAtHand(const Dataset& data, bool are_read, Intercept intercept, int threads)
      : data_(&data), columns_(column_facts(data, threads)) {
    if (intercept == Intercept::free) shift_ = shift_worth_it(*columns_, data.rows, data.precision());
    if (data.distributed && are_read) {
      collected_ = collect(data);
      data.distributed->note_collected();
      data_ = &*collected_;
    }
    if (shift_.empty()) return;
    shifted_ = shifted(*data_, shift_, threads);
    data_ = &*shifted_;
    columns_ = shifted_->known_columns;
  }
  RowsAtHand(const RowsAtHand&) = delete;
  RowsAtHand& operator=(const RowsAtHand&) = delete;

  const Dataset& data() const { return *data_; }
  const ColumnFacts& columns() const { return *columns_; }  ///< of data()
  const ColumnShift& shift() const { return shift_; }

 private:
  const Dataset* data_;
  std::shared_ptr<const ColumnFacts> columns_;
  ColumnShift shift_;
  std::optional<Dataset> collected_, shifted_;
};

}  // namespace smsvm
