#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

/// What is taken off columns that lie far from zero, such as years or timestamps, so that the numbers left are as small
/// as the column's spread (docs/method.md, section 6). An intercept that is not penalised takes it up.
struct ColumnShift {
  std::vector<std::int32_t> column;  ///< increasing
  std::vector<double> by;            ///< of each
  std::vector<double> largest;       ///< the largest size of a value of each, before

  bool empty() const { return column.empty(); }

  /// For the rows as they were, the intercept of a model whose intercept for the shifted ones is given: rounded once.
  double intercept_before(double shifted, std::span<const double> weights) const;
};

/// The columns that are worth it. Of each value of them the difference is a number of the same precision, so that
/// nothing is rounded. What is chosen depends on the values alone, not on the order of the rows.
ColumnShift shift_worth_it(const ColumnFacts& columns, std::int64_t rows, Precision precision);

/// The rows in the same layout, without labels and weights; arrays that do not change are shared with `data`, which
/// must outlive the result.
Dataset shifted(const Dataset& data, const ColumnShift& shift, int threads);

/// shifted() on other ranks than the first, after the command of this name.
std::shared_ptr<DistributedRows> serve_shift_columns(const DistributedRows& rows, MessageReader& from);

}  // namespace smsvm
