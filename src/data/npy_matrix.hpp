#pragma once

#include <cstdint>
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

  /// Which feature each column is, from 0; -1 for those that are none.
  using FeatureOfColumn = std::vector<std::int64_t>;
  FeatureOfColumn all_columns() const;
  /// A data set without labels.
  Dataset features(const FeatureOfColumn& feature_of, Precision precision, const BlockSinks& sinks = {}) const;
  Labels labels(std::int64_t column) const;
  /// Whether each column looks like classes, by its first rows.
  std::vector<bool> like_classes() const;
  /// Whether the first column is 0, 1, 2, … or 1, 2, 3, …, as an index is.
  bool first_counts_rows() const;

 private:
  template <class Value>
  void fill(Dataset& data, const FeatureOfColumn& feature_of, BlockSink<Value>* sink) const;

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
