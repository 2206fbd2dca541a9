#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// The rows in use, in increasing order, cut into chunks of about equal nonzeros. Both depend on the data (and the
/// seed) alone, never on the number of threads: see docs/design.md, "the same bits".
class Shards {
 public:
  Shards(const Dataset& data, std::uint64_t seed, int level);

  std::int64_t chunks() const { return static_cast<std::int64_t>(start_.size()) - 1; }
  std::int64_t rows() const { return start_.back(); }

  /// Calls visit(row) for each row of the chunk in order.
  template <class Visit>
  void for_each_row(std::int64_t chunk, Visit&& visit) const {
    const auto from = start_[static_cast<std::size_t>(chunk)], to = start_[static_cast<std::size_t>(chunk) + 1];
    if (chosen_.empty()) {
      for (std::int64_t row = from; row < to; ++row) visit(row);
    } else {
      for (std::int64_t k = from; k < to; ++k) visit(chosen_[static_cast<std::size_t>(k)]);
    }
  }

 private:
  std::vector<std::int64_t> chosen_;  ///< empty: all rows
  std::vector<std::int64_t> start_;   ///< positions in chosen_ (or rows) where chunks begin, and the end
};

}  // namespace smsvm
