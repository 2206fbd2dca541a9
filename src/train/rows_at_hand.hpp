#pragma once

#include <optional>

#include "data/distributed_read.hpp"
#include "smsvm/dataset.hpp"
#include "train/solve.hpp"

namespace smsvm {

/// The data as the solver needs them. Where they are distributed and the solver reads the rows themselves, they are
/// collected on this rank, which then works alone: this is the way with few rows, or very sparse ones.
class RowsAtHand {
 public:
  RowsAtHand(const Dataset& data, bool are_read) : data_(data) {
    if (!data.distributed || !are_read) return;
    collected_ = collect(data);
    data.distributed->note_collected();
  }
  const Dataset& data() const { return collected_ ? *collected_ : data_; }

 private:
  const Dataset& data_;
  std::optional<Dataset> collected_;
};

}  // namespace smsvm
