#include <algorithm>
#include <numeric>

#include "evaluate/calibration.hpp"

namespace smsvm {
namespace {

/// Rows next to each other by score that get one probability.
struct Block {
  double first = 0, last = 0;  ///< scores
  double positive = 0, total = 0;
  double probability() const { return positive / total; }
};

/// Pools neighbours until the probabilities increase from block to block.
class Pools {
 public:
  void add(Block block) {
    while (!blocks_.empty() && blocks_.back().probability() >= block.probability()) {
      const Block& before = blocks_.back();
      block.first = before.first;
      block.positive += before.positive;
      block.total += before.total;
      blocks_.pop_back();
    }
    blocks_.push_back(block);
  }
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  std::vector<Block> blocks_;
};

}  // namespace

IsotonicCalibration fit_isotonic(const CalibrationRows& rows) {
  if (rows.size() == 0) return {{0}, {0.5}};
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
    return rows.score[one] != rows.score[other] ? rows.score[one] < rows.score[other] : one < other;
  });
  Pools pools;
  for (std::size_t k = 0; k < order.size();) {
    Block level;  // equal scores must get equal probabilities
    level.first = level.last = rows.score[order[k]];
    for (; k < order.size() && rows.score[order[k]] == level.first; ++k) {
      level.total += rows.weight[order[k]];
      if (rows.sign[order[k]] > 0) level.positive += rows.weight[order[k]];
    }
    pools.add(level);
  }
  IsotonicCalibration knots;
  for (const Block& block : pools.blocks()) {
    knots.score.push_back(block.first);
    knots.probability.push_back(block.probability());
    if (block.last == block.first) continue;
    knots.score.push_back(block.last);
    knots.probability.push_back(block.probability());
  }
  return knots;
}

}  // namespace smsvm
