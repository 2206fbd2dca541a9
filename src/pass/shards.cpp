#include "pass/shards.hpp"

#include <algorithm>

#include "data/row_access.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t most_chunks = 256;
constexpr std::int64_t least_work = 1 << 16;  // nonzeros per chunk, so that handing out chunks costs nothing
constexpr std::int64_t rows_weight = 4;       // a row costs this many nonzeros besides its own

/// A fixed, well mixed 64-bit hash of the row's number: decides the levels the row belongs to.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

template <class Value>
void add_lengths(const RowBlock<Value>& block, std::vector<std::int64_t>& lengths) {
  for (std::int64_t row = 0; row < block.rows; ++row) {
    const ListedColumns valued(block.valued, row), ones(block.ones, row);
    lengths.push_back(std::ssize(block.dense_columns) +
                      static_cast<std::int64_t>(valued.end - valued.at + ones.end - ones.at));
  }
}

std::vector<std::int64_t> row_lengths(const Dataset& data) {
  std::vector<std::int64_t> lengths;
  lengths.reserve(static_cast<std::size_t>(data.rows));
  std::visit(
      [&](const auto& matrix) {
        for (const auto& block : matrix.blocks) add_lengths(block, lengths);
      },
      data.matrix);
  return lengths;
}

}  // namespace

Shards::Shards(const Dataset& data, std::uint64_t seed, int level) {
  if (level > 0) {
    const std::uint64_t below = ~std::uint64_t{0} >> (2 * level);
    const std::uint64_t salt = mix(seed);
    for (std::int64_t row = 0; row < data.rows; ++row) {
      if (mix(static_cast<std::uint64_t>(row) ^ salt) <= below) chosen_.push_back(row);
    }
    if (chosen_.empty()) chosen_.push_back(0);
  }
  const std::int64_t count = level > 0 ? static_cast<std::int64_t>(chosen_.size()) : data.rows;
  const std::vector<std::int64_t> lengths = row_lengths(data);
  const auto cost = [&](std::int64_t k) {
    return lengths[static_cast<std::size_t>(chosen_.empty() ? k : chosen_[static_cast<std::size_t>(k)])] + rows_weight;
  };

  std::int64_t total = 0;
  for (std::int64_t k = 0; k < count; ++k) total += cost(k);
  // A chunk's partial sums are as long as the number of features: it should bring enough work to be worth them.
  const std::int64_t chunks = std::clamp<std::int64_t>(total / std::max(least_work, 8 * data.features), 1, most_chunks);
  start_.push_back(0);
  std::int64_t done = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    done += cost(k);
    const auto next = static_cast<std::int64_t>(start_.size());
    if (next < chunks && done >= total / chunks * next) start_.push_back(k + 1);
  }
  start_.push_back(count);
}

}  // namespace smsvm
