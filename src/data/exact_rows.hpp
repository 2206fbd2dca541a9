#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A value that is not zero, without any rounding: ± mantissa × base^exponent.
struct ExactValue {
  std::size_t column = 0;
  bool negative = false;
  std::uint64_t mantissa = 0;        ///< where `large` is null
  const mpz_class* large = nullptr;  ///< the mantissa where it takes more than 64 bits
  std::int64_t exponent = 0;
};

/// The rows of data with the values that their source has. In a text these are decimals, which a Dataset has rounded;
/// in all other formats, and in memory, they are what the Dataset has.
///
/// The text is read a second time, and what is found there is compared with the data, value by value and label by
/// label: an error in the one reading or the other, or a change of the file between them, is noticed.
class ExactRows {
 public:
  /// The values of the data as they are. All of this refers to the data, which must outlive it.
  explicit ExactRows(const Dataset& data) : data_(data) {}
  /// Those of the source; `options` are what the data were read from it with, except perhaps for the precision.
  ExactRows(const Dataset& data, Source source, const ReadOptions& options);

  unsigned base() const { return text_ ? 10 : 2; }

  /// Calls visit(row, values) for every row, with its values by increasing columns; the rows in any order. Throws
  /// DataError where source and data disagree, or where a number is written with an absurd exponent.
  using Visit = std::function<void(std::int64_t row, std::span<const ExactValue> values)>;
  void for_each(const Visit& visit) const;

  /// A nonzero decimal whose last digit is further from the point than this is refused. The longest double has 1074
  /// digits after the point.
  static constexpr std::int64_t most_places = 2000;

 private:
  struct Text {
    Source source;
    ReadOptions options;
  };
  const Dataset& data_;
  std::optional<Text> text_;
};

}  // namespace smsvm
