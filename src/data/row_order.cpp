#include "smsvm/row_order.hpp"

namespace smsvm {

std::int64_t RowOrder::position_of(std::int64_t row) const {
  std::call_once(has_inverse_, [this] {
    inverse_.resize(shift_.size());
    for (std::size_t position = 0; position < shift_.size(); ++position)
      inverse_[static_cast<std::size_t>(source_row(static_cast<std::int64_t>(position)))] = -shift_[position];
  });
  return row + inverse_[static_cast<std::size_t>(row)];
}

}  // namespace smsvm
