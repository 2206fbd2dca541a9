#pragma once

#include <memory>
#include <numeric>
#include <optional>

#include "data/column_facts.hpp"
#include "data/column_shift.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "solver/data_shape.hpp"

namespace smsvm {

/// The data as solvers need them. Where the intercept is free, columns far from zero are shifted, in a copy; what the
/// solver finds for b must then be taken back by shift().
class RowsAtHand {
 public:
  RowsAtHand(const Dataset& data, Intercept intercept, int threads)
      : data_(&data), columns_(column_facts(data, threads)) {
    const auto& of_column = columns_->nonzeros;
    const std::int64_t counted = std::accumulate(of_column.begin(), of_column.end(), std::int64_t{0});
    shape_ = {data.rows, data.features, data.known_nonzeros < 0 ? counted : data.known_nonzeros, data.precision()};
    if (intercept == Intercept::free) shift_ = shift_worth_it(*columns_, data.rows, data.precision());
    if (shift_.empty()) return;
    shifted_ = shifted(data, shift_, threads);
    data_ = &*shifted_;
    columns_ = shifted_->known_columns;
  }
  RowsAtHand(const RowsAtHand&) = delete;
  RowsAtHand& operator=(const RowsAtHand&) = delete;

  const Dataset& data() const { return *data_; }
  const ColumnFacts& columns() const { return *columns_; }  ///< of data()
  const DataShape& shape() const { return shape_; }         ///< before a shift, which may make values zero
  const ColumnShift& shift() const { return shift_; }

 private:
  const Dataset* data_;
  std::shared_ptr<const ColumnFacts> columns_;
  DataShape shape_;
  ColumnShift shift_;
  std::optional<Dataset> shifted_;
};

}  // namespace smsvm
