#pragma once

#include <cstdint>
#include <memory>

#include "data/row_arithmetic.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/row_order.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// All rows of a problem with one who visits them one by one, in an order of his own. Where they lie in this process
/// nothing is copied.
struct HeldRows {
  std::int64_t rows = 0, features = 0;
  Rows blocks;
  std::shared_ptr<const RowOrder> order;  ///< of the blocks
  Target target;                          ///< of the rows as the source has them

  /// The row of this number in the source.
  template <class Value>
  RowView<Value> row(std::int64_t number) const {
    return row_at(std::get<BlockedRows<Value>>(blocks), order == nullptr ? number : order->position_of(number));
  }
  /// Calls visit(number, view) for each row, as they are stored.
  template <class Value, class Visit>
  void for_each(const Visit& visit) const {
    for_each_row(order.get(), std::get<BlockedRows<Value>>(blocks), visit);
  }
};

}  // namespace smsvm
