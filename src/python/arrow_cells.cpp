#include "python/arrow_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "smsvm/error.hpp"

namespace smsvm::python {
namespace {

template <class Item>
const Item* buffer(const ArrowColumn& column, int number) {
  return static_cast<const Item*>(column.array->buffers[number]);
}
std::int64_t position(const ArrowColumn& column, std::int64_t row) { return column.array->offset + column.first + row; }

bool bit(const std::uint8_t* bits, std::int64_t at) { return (bits[at / 8] >> (at % 8)) & 1; }

/// IEEE half precision.
double half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

template <class Value, class Read>
void copy_by(const ArrowColumn& column, std::int64_t rows, Value* out, std::int64_t stride, Read read) {
  for (std::int64_t i = 0; i < rows; ++i)
    out[i * stride] =
        column.is_null(i) ? std::numeric_limits<Value>::quiet_NaN() : static_cast<Value>(read(position(column, i)));
}

template <class Item, class Value>
void copy_items(const ArrowColumn& column, std::int64_t rows, Value* out, std::int64_t stride) {
  const Item* const items = buffer<Item>(column, 1);
  copy_by(column, rows, out, stride, [&](std::int64_t at) { return items[at]; });
}

/// "d:18,3": so many digits, of which three after the point; "d:18,3,64" also says in how many bits, else 128.
struct DecimalType {
  explicit DecimalType(std::string_view format) {
    const std::size_t first = format.find(','), second = format.find(',', first + 1);
    if (!format.starts_with("d:") || first == std::string_view::npos) return;
    digits_after_point = std::atoi(format.data() + first + 1);
    bits = second == std::string_view::npos ? 128 : std::atoi(format.data() + second + 1);
  }
  bool is_known() const { return bits == 32 || bits == 64 || bits == 128; }

  int digits_after_point = 0, bits = 0;
};

template <class Value>
void copy_decimals(const ArrowColumn& column, std::int64_t rows, Value* out, std::int64_t stride) {
  struct Wide {
    std::uint64_t low;
    std::int64_t high;
  };
  const DecimalType type(column.schema->format);
  const double unit = std::pow(10.0, type.digits_after_point);
  const auto copy_short = [&]<class Item>(const Item* items) {
    copy_by(column, rows, out, stride, [&](std::int64_t at) { return static_cast<double>(items[at]) / unit; });
  };
  if (type.bits == 32) return copy_short(buffer<std::int32_t>(column, 1));
  if (type.bits == 64) return copy_short(buffer<std::int64_t>(column, 1));
  const auto* const items = buffer<Wide>(column, 1);
  copy_by(column, rows, out, stride, [&](std::int64_t at) {
    // Small numbers, which is nearly all, are divided exactly.
    const bool fits = items[at].high == static_cast<std::int64_t>(items[at].low) >> 63;
    const double whole = fits
                             ? static_cast<double>(static_cast<std::int64_t>(items[at].low))
                             : std::ldexp(static_cast<double>(items[at].high), 64) + static_cast<double>(items[at].low);
    return whole / unit;
  });
}

std::int64_t dictionary_index(const ArrowColumn& column, std::int64_t row) {
  const std::int64_t at = position(column, row);
  switch (column.schema->format[0]) {
    case 'c':
      return buffer<std::int8_t>(column, 1)[at];
    case 'C':
      return buffer<std::uint8_t>(column, 1)[at];
    case 's':
      return buffer<std::int16_t>(column, 1)[at];
    case 'S':
      return buffer<std::uint16_t>(column, 1)[at];
    case 'i':
      return buffer<std::int32_t>(column, 1)[at];
    case 'I':
      return buffer<std::uint32_t>(column, 1)[at];
    default:
      return buffer<std::int64_t>(column, 1)[at];
  }
}

/// A text of up to 12 bytes lies in the view itself, a longer one in a buffer that it names.
std::string viewed_text(const ArrowColumn& column, std::int64_t at) {
  struct View {
    std::int32_t size;
    char head[4];
    std::int32_t buffer, offset;
  };
  const View& view = buffer<View>(column, 1)[at];
  if (view.size <= 12) return {view.head, static_cast<std::size_t>(view.size)};
  return {buffer<char>(column, 2 + view.buffer) + view.offset, static_cast<std::size_t>(view.size)};
}

template <class Offset>
std::string stored_text(const ArrowColumn& column, std::int64_t at) {
  const Offset* const ends = buffer<Offset>(column, 1);
  return {buffer<char>(column, 2) + ends[at], static_cast<std::size_t>(ends[at + 1] - ends[at])};
}

}  // namespace

bool ArrowColumn::is_null(std::int64_t row) const {
  if (schema->format[0] == 'n') return true;
  const auto* const valid = static_cast<const std::uint8_t*>(array->buffers[0]);
  return array->null_count != 0 && valid != nullptr && !bit(valid, position(*this, row));
}

ArrowKind kind_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr)
    return kind_of(*schema.dictionary) == ArrowKind::text ? ArrowKind::text : ArrowKind::other;
  if (format == "f" || format == "e") return ArrowKind::float32;
  if (format == "u" || format == "U" || format == "vu") return ArrowKind::text;
  if (DecimalType(format).is_known()) return ArrowKind::number;
  return format.size() == 1 && std::string_view("ncCsSiIlLgb").find(format[0]) != std::string_view::npos
             ? ArrowKind::number
             : ArrowKind::other;
}

std::string words_for(const ArrowSchema& schema) {
  using Word = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Word, 19> words = {Word{"td", "dates"},
                                          {"ts", "points in time"},
                                          {"tt", "times of the day"},
                                          {"tD", "durations"},
                                          {"ti", "intervals of time"},
                                          {"d", "decimals of more than 128 bits"},
                                          {"z", "bytes"},
                                          {"Z", "bytes"},
                                          {"vz", "bytes"},
                                          {"w", "bytes"},
                                          {"u", "text"},
                                          {"U", "text"},
                                          {"vu", "text"},
                                          {"+s", "structs"},
                                          {"+m", "maps"},
                                          {"+u", "unions of types"},
                                          {"+r", "runs of equal values"},
                                          {"+", "lists"},
                                          {"", "values of another type"}};
  if (schema.dictionary != nullptr) return "categories of " + words_for(*schema.dictionary);
  if (kind_of(schema) == ArrowKind::number || kind_of(schema) == ArrowKind::float32) return "numbers";
  const std::string_view format = schema.format;
  return std::string(
      std::ranges::find_if(words, [&](const Word& word) { return format.starts_with(word.first); })->second);
}

template <class Value>
void copy_numbers(const ArrowColumn& column, std::int64_t rows, Value* out, std::int64_t stride) {
  switch (column.schema->format[0]) {
    case 'c':
      return copy_items<std::int8_t>(column, rows, out, stride);
    case 'C':
      return copy_items<std::uint8_t>(column, rows, out, stride);
    case 's':
      return copy_items<std::int16_t>(column, rows, out, stride);
    case 'S':
      return copy_items<std::uint16_t>(column, rows, out, stride);
    case 'i':
      return copy_items<std::int32_t>(column, rows, out, stride);
    case 'I':
      return copy_items<std::uint32_t>(column, rows, out, stride);
    case 'l':
      return copy_items<std::int64_t>(column, rows, out, stride);
    case 'L':
      return copy_items<std::uint64_t>(column, rows, out, stride);
    case 'f':
      return copy_items<float>(column, rows, out, stride);
    case 'g':
      return copy_items<double>(column, rows, out, stride);
    case 'd':
      return copy_decimals(column, rows, out, stride);
    case 'e':
      return copy_by(column, rows, out, stride,
                     [&](std::int64_t at) { return half(buffer<std::uint16_t>(column, 1)[at]); });
    case 'b':
      return copy_by(column, rows, out, stride,
                     [&](std::int64_t at) { return bit(buffer<std::uint8_t>(column, 1), at); });
    default:
      return copy_by(column, rows, out, stride, [](std::int64_t) { return 0; });  // 'n': nothing but nulls
  }
}
template void copy_numbers(const ArrowColumn&, std::int64_t, float*, std::int64_t);
template void copy_numbers(const ArrowColumn&, std::int64_t, double*, std::int64_t);

std::string text_at(const ArrowColumn& column, std::int64_t row) {
  if (column.is_null(row))
    throw Error(ErrorKind::bad_data, fmt::format("row {} of column '{}' is null; expected a label", row,
                                                 column.schema->name == nullptr ? "" : column.schema->name));
  if (column.schema->dictionary != nullptr)
    return text_at({column.schema->dictionary, column.array->dictionary, 0}, dictionary_index(column, row));
  const std::int64_t at = position(column, row);
  if (std::strcmp(column.schema->format, "vu") == 0) return viewed_text(column, at);
  return column.schema->format[0] == 'u' ? stored_text<std::int32_t>(column, at)
                                         : stored_text<std::int64_t>(column, at);
}

}  // namespace smsvm::python
