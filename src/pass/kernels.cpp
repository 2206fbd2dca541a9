#include "pass/kernels.hpp"

#include <algorithm>

namespace smsvm {

void HessianBlock::prepare(std::span<const std::int32_t> coordinates, std::int64_t features, bool sparse) {
  coordinates_ = coordinates;
  size_ = static_cast<std::int64_t>(coordinates.size());
  has_constant_ = size_ > 0 && coordinates.back() == features;
  const bool identity = size_ - (has_constant_ ? 1 : 0) == features;
  position_.clear();
  if (!identity) {
    position_.assign(static_cast<std::size_t>(features), -1);
    for (std::int64_t k = 0; k < size_; ++k) {
      const std::int32_t at = coordinates[static_cast<std::size_t>(k)];
      if (at < features) position_[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(k);
    }
  }
  gathered_ = 0;
  if (sparse) {
    index_.resize(static_cast<std::size_t>(features) + 2);
    value_.resize(static_cast<std::size_t>(features) + 2);
  } else {
    stride_ = (size_ + 7) / 8 * 8;
    plain_.assign(static_cast<std::size_t>(block * stride_), 0);
    scaled_.assign(static_cast<std::size_t>(block * stride_), 0);
  }
}

void HessianBlock::flush() {
  if (gathered_ == 0) return;
  // Tiles of 4 × 8; those that cross the diagonal compute a few entries too many, which land in no place.
  constexpr std::int64_t tall = 4, wide = 8;
  for (std::int64_t i = 0; i < size_; i += tall) {
    for (std::int64_t j = 0; j <= std::min(i + tall, size_) - 1; j += wide) {
      double tile[tall][wide] = {};
      for (std::int64_t row = 0; row < gathered_; ++row) {
        const double* const left = scaled_.data() + row * stride_ + i;
        const double* const right = plain_.data() + row * stride_ + j;
        for (std::int64_t a = 0; a < tall; ++a) {
          for (std::int64_t b = 0; b < wide; ++b) tile[a][b] += left[a] * right[b];
        }
      }
      for (std::int64_t a = 0; a < tall && i + a < size_; ++a) {
        for (std::int64_t b = 0; b < wide && j + b <= i + a; ++b) hessian_[(i + a) * size_ + j + b] += tile[a][b];
      }
    }
  }
  gathered_ = 0;
}

}  // namespace smsvm
