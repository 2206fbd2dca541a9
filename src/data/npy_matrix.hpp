#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "data/block_sink.hpp"
#include "data/npy_format.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

/// A two-dimensional array of numbers.
class NpyMatrix {
 public:
  NpyMatrix(const NpyArray& array, ArrayPlace place);  ///< throws DataError if it is none, or empty

  std::int64_t rows() const { return array_.shape[0]; }
  std::int64_t columns() const { return array_.shape[1]; }

  /// All columns but `except`, counted from 0, as the features of a data set without labels.
  Dataset features(std::optional<std::int64_t> except, Precision precision, const BlockSinks& sinks = {}) const;
  Labels labels(std::int64_t column) const;

 private:
  template <class Value>
  void fill(Dataset& data, std::optional<std::int64_t> except, BlockSink<Value>* sink) const;

  const NpyArray& array_;
  ArrayPlace place_;
};

/// One label per row from an array of numbers or text: shape (rows) or (rows, 1).
Labels npy_labels(const NpyArray& array, std::int64_t rows, const ArrayPlace& place);

/// Why a number cannot be a value, for ArrayPlace::fail; what the caller found not to be finite once stored.
std::string unusable_value(double number, std::int64_t row, std::int64_t column);

template <class Value>
inline constexpr Precision precision_of = std::is_same_v<Value, float> ? Precision::float32 : Precision::float64;

/// What to tell a person about values that became zero; nothing if there are none.
std::vector<std::string> underflow_warning(const std::string& place, std::int64_t count, Precision precision);

inline constexpr const char* usable_value = "expected finite numbers";

}  // namespace smsvm
