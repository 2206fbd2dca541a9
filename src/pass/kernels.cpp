#include "pass/kernels.hpp"

namespace smsvm {

void HessianBlock::prepare(std::span<const std::int32_t> coordinates, std::int64_t features) {
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
  index_.resize(static_cast<std::size_t>(features) + 2);
  value_.resize(static_cast<std::size_t>(features) + 2);
}

}  // namespace smsvm
