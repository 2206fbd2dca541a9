#include "data/store_format.hpp"

namespace smsvm {
namespace {

/// Places arrays one after the other.
class Placement {
 public:
  explicit Placement(std::uint64_t start) : at_(start) {}

  Extent place(std::uint64_t count, std::uint64_t bytes_each) {
    const Extent extent{at_, count * bytes_each};
    at_ = aligned(extent.end());
    return extent;
  }
  std::uint64_t end() const { return at_; }

 private:
  std::uint64_t at_;
};

}  // namespace

BlockPlan plan_of(const StoredBlock& block, std::uint64_t start, std::size_t value_bytes) {
  const auto starts = [&](const StoredLists& lists) { return lists.size == 0 ? 0 : block.rows + 1; };
  const std::uint64_t in_tile =
      block.dense_columns == 0 ? 0 : block.rows * block.dense_columns + RowBlock<float>::tile_padding;
  Placement next(start);
  BlockPlan plan;
  plan.dense_columns = next.place(block.dense_columns, sizeof(std::int32_t));
  plan.tile = next.place(in_tile, value_bytes);
  plan.valued_start = next.place(starts(block.valued), sizeof(std::uint32_t));
  plan.valued = next.place(block.valued.size, block.valued.width);
  plan.value = next.place(block.valued.size, value_bytes);
  plan.ones_start = next.place(starts(block.ones), sizeof(std::uint32_t));
  plan.ones = next.place(block.ones.size, block.ones.width);
  plan.end = next.end();
  return plan;
}

}  // namespace smsvm
