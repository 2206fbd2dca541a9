#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/block_builder.hpp"

namespace smsvm {

/// Fills FlatRows that are used again and again. While it writes, the size of `number` and `value` is the room there
/// is: memory once asked for is neither asked for nor cleared again.
template <class Value>
class RowWriter {
 public:
  explicit RowWriter(FlatRows<Value>& rows) : rows_(rows) {
    rows_.row_end.clear();
    refer();
  }
  ~RowWriter() {
    rows_.number.resize(static_cast<std::size_t>(size_));
    rows_.value.resize(static_cast<std::size_t>(size_));
  }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  /// A zero is forgotten; said by the caller, who may know without looking at the value.
  void add(std::int64_t number, Value value, bool zero) {
    if (size_ == room_) grow();
    number_[size_] = number;
    value_[size_] = value;
    size_ += zero ? 0 : 1;
  }
  void end_row() { rows_.row_end.push_back(size_); }
  /// Takes back what was added since the last end of a row.
  void drop_row() { size_ = rows_.row_end.empty() ? 0 : rows_.row_end.back(); }

 private:
  void grow() {
    constexpr std::int64_t least = 4096;
    const auto room = static_cast<std::size_t>(std::max(least, room_ + room_ / 2));
    rows_.number.resize(room);
    rows_.value.resize(room);
    refer();
  }
  void refer() {
    room_ = std::min(std::ssize(rows_.number), std::ssize(rows_.value));
    number_ = rows_.number.data();
    value_ = rows_.value.data();
  }

  FlatRows<Value>& rows_;
  std::int64_t* number_ = nullptr;
  Value* value_ = nullptr;
  std::int64_t size_ = 0, room_ = 0;
};

}  // namespace smsvm
