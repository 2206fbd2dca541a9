#pragma once

#include <cstddef>
#include <cstdint>

#include "data/flat_rows.hpp"

namespace smsvm {

/// Fills FlatRows that are used again and again: what they held is forgotten, their memory is not.
template <class Value>
class RowWriter {
 public:
  /// The nonzeros of the row at hand. Small, so that it lives in registers while a row is parsed.
  class Row {
   public:
    /// A zero is forgotten; said by the caller, who may know without looking at the value.
    void add(std::int64_t number, Value value, bool zero) {
      *number_ = number;
      *value_ = value;
      number_ += zero ? 0 : 1;
      value_ += zero ? 0 : 1;
    }

   private:
    friend RowWriter;
    Row(std::int64_t* number, Value* value) : number_(number), value_(value) {}

    std::int64_t* number_;
    Value* value_;
  };

  /// No more than `most_nonzeros` will be added.
  RowWriter(FlatRows<Value>& rows, std::size_t most_nonzeros) : rows_(rows) {
    rows_.clear();
    // Neither cleared nor even touched before something is written there.
    rows_.number.resize(most_nonzeros);
    rows_.value.resize(most_nonzeros);
  }
  ~RowWriter() {
    rows_.number.resize(static_cast<std::size_t>(size_));
    rows_.value.resize(static_cast<std::size_t>(size_));
  }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  /// A row that is never ended leaves no trace.
  Row begin_row() { return {rows_.number.data() + size_, rows_.value.data() + size_}; }
  void end_row(const Row& row) {
    size_ = row.value_ - rows_.value.data();
    rows_.row_end.push_back(size_);
  }

 private:
  FlatRows<Value>& rows_;
  std::int64_t size_ = 0;
};

}  // namespace smsvm
