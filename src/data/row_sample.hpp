#pragma once

#include <cstdint>

#include "data/random_stream.hpp"

namespace smsvm {

/// Which rows make a sample, by a hash of their numbers: about every 4^level-th, each level within the one below it.
/// The same rows for the same seed, whatever the order in which they lie.
class RowSample {
 public:
  explicit RowSample(std::uint64_t seed) : salt_(mix(seed)) {}

  bool has(std::int64_t row, int level) const { return hash(row) <= ~std::uint64_t{0} >> (2 * level); }

  /// The first 64 / 4^level buckets are the sample of that level, up to the third.
  static constexpr int bucket_bits = 6, buckets = 1 << bucket_bits;
  int bucket(std::int64_t row) const { return static_cast<int>(hash(row) >> (64 - bucket_bits)); }

 private:
  static std::uint64_t mix(std::uint64_t x) { return mix_bits(x + 0x9E3779B97F4A7C15ULL); }
  std::uint64_t hash(std::int64_t row) const { return mix(static_cast<std::uint64_t>(row) ^ salt_); }

  std::uint64_t salt_;
};

}  // namespace smsvm
