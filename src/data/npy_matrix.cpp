#include "data/npy_matrix.hpp"
#include "data/rounded_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "data/block_builder.hpp"
#include "data/column_look.hpp"
#include "data/excerpt.hpp"
#include "data/label_table.hpp"
#include "data/npy_numbers.hpp"
#include "data/number.hpp"

namespace smsvm {
namespace {

/// Where something stands in a matrix; the smaller one comes first in row order.
struct Cell {
  std::int64_t row, column;
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// What a text file would hold: 1, not 1.0, and no more digits than the array's own type needs.
template <class Number>
std::string label_text(Number number) {
  if constexpr (std::floating_point<Number>) {
    if (std::trunc(number) != number || std::abs(number) >= 0x1p63) return fmt::format("{}", number);
    return fmt::format("{}", static_cast<std::int64_t>(number));
  } else {
    return fmt::format("{}", +number);
  }
}

/// Numbers the labels number_at(0), number_at(1), …
template <class NumberAt>
Labels number_labels(std::int64_t rows, const ArrayPlace& place, NumberAt number_at) {
  using Number = decltype(number_at(std::int64_t{}));
  LabelTable table;
  Labels labels;
  labels.of_row.reserve(static_cast<std::size_t>(rows));
  std::unordered_map<Number, std::int32_t> known;  // most labels were met before: no text is made for them
  for (std::int64_t row = 0; row < rows; ++row) {
    const Number number = number_at(row);
    auto at = known.find(number);
    if (at == known.end()) {
      if (!std::isfinite(static_cast<double>(number))) {
        place.fail(fmt::format("the label {} in row {}", number, row + 1), "expected a finite number or text");
      }
      at = known.emplace(number, table.number_of(label_text(number))).first;
    }
    labels.of_row.push_back(at->second);
  }
  labels.distinct = std::move(table).distinct();
  return labels;
}

void append_utf8(std::uint32_t point, std::string& text) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  const auto continuation = [&](int shift) { byte(0x80U | ((point >> shift) & 0x3fU)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xc0U | point >> 6);
    continuation(0);
  } else if (point < 0x10000) {
    byte(0xe0U | point >> 12);
    continuation(6);
    continuation(0);
  } else {
    byte(0xf0U | point >> 18);
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

/// Text is padded by zeros to the size of an element.
std::string text_of(const NpyArray& array, std::int64_t index, const ArrayPlace& place) {
  const std::string_view element = array.element(static_cast<std::uint64_t>(index));
  std::string text;
  if (array.type.kind == NpyType::Kind::bytes) {
    text = element;
  } else {
    for (std::size_t i = 0; i + 4 <= element.size(); i += 4) {
      std::uint32_t point = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t at = array.type.big_endian ? i + k : i + 3 - k;
        point = point << 8 | static_cast<unsigned char>(element[at]);
      }
      const bool is_surrogate = point >= 0xd800 && point < 0xe000;
      if (point > 0x10ffff || is_surrogate) {
        place.fail(fmt::format("the text in row {} is not Unicode", index + 1), "the file is damaged");
      }
      append_utf8(point, text);
    }
  }
  const auto last = text.find_last_not_of('\0');
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

Labels text_labels(const NpyArray& array, std::int64_t rows, const ArrayPlace& place) {
  LabelTable table;
  Labels labels;
  labels.of_row.reserve(static_cast<std::size_t>(rows));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::string text = text_of(array, row, place);
    if (text.empty() || parse_number<double>(text).kind == NumberKind::not_finite) {
      place.fail(fmt::format("the label {} in row {}", in_quotes(text), row + 1), "expected a finite number or text");
    }
    labels.of_row.push_back(table.number_of(text));
  }
  labels.distinct = std::move(table).distinct();
  return labels;
}

}  // namespace

NpyMatrix::NpyMatrix(const NpyArray& array, ArrayPlace place) : array_(array), place_(std::move(place)) {
  if (array.shape.size() != 2) {
    place_.fail(fmt::format("an array of shape ({})", fmt::join(array.shape, ", ")),
                "expected two dimensions, rows and columns");
  }
  if (array.type.is_text()) place_.fail("a matrix of text", "expected numbers: array.astype(numpy.float32)");
  if (array.elements == 0) {
    place_.fail(fmt::format("an empty matrix of {} rows and {} columns", rows(), columns()), "expected some data");
  }
}

NpyMatrix::FeatureOfColumn NpyMatrix::all_columns() const {
  FeatureOfColumn feature_of(static_cast<std::size_t>(columns()));
  std::iota(feature_of.begin(), feature_of.end(), std::int64_t{0});
  return feature_of;
}

std::vector<bool> NpyMatrix::like_classes() const {
  constexpr std::int64_t most_rows = 5000, most_values = 1 << 18, least_rows = 50;
  const std::int64_t height = std::min(rows(), std::clamp(most_values / columns(), least_rows, most_rows));
  std::vector<bool> like_classes;
  visit_numbers(array_, [&](const auto& numbers) {
    for (std::int64_t j = 0; j < columns(); ++j) {
      ColumnLook look;
      for (std::int64_t i = 0; i < height; ++i) {
        const std::int64_t row = i * rows() / height;  // from everywhere: rows may be sorted by class
        const std::int64_t index = array_.column_major ? j * rows() + row : row * columns() + j;
        const auto number = static_cast<double>(numbers(static_cast<std::uint64_t>(index)));
        std::isfinite(number) ? look.note_number(number) : look.note_missing();
      }
      like_classes.push_back(look.looks_like_classes());
    }
  });
  return like_classes;
}

bool NpyMatrix::first_counts_rows() const {
  constexpr std::int64_t enough = 10;  // fewer numbers may count up by chance
  if (rows() < enough) return false;
  const std::int64_t stride = array_.column_major ? 1 : columns();
  return visit_numbers(array_, [&](const auto& numbers) {
    const auto number = [&](std::int64_t row) {
      return static_cast<double>(numbers(static_cast<std::uint64_t>(row * stride)));
    };
    std::int64_t row = 0;
    while (row < rows() && number(row) == number(0) + static_cast<double>(row)) ++row;
    return row == rows() && (number(0) == 0 || number(0) == 1);
  });
}

Dataset NpyMatrix::features(const FeatureOfColumn& feature_of, Precision precision, const BlockSinks& sinks) const {
  Dataset data;
  data.rows = rows();
  data.features = data.width = *std::ranges::max_element(feature_of) + 1;
  if (data.features == 0)
    place_.fail(columns() == 1 ? "only one column" : "no column of features",
                "expected a label and at least one feature");
  if (data.features > std::numeric_limits<std::int32_t>::max()) {
    place_.fail(fmt::format("{} columns", columns()), "expected at most 2147483647; save a sparse matrix instead");
  }
  if (precision == Precision::float32) {
    fill(data, feature_of, sinks.float32);
  } else {
    fill(data, feature_of, sinks.float64);
  }
  return data;
}

template <class Value>
void NpyMatrix::fill(Dataset& data, const FeatureOfColumn& feature_of, BlockSink<Value>* sink) const {
  // So many rows at a time: column-major arrays are then read and written near by, and wide ones take little memory.
  constexpr std::int64_t most_rows = 256, most_values = 1 << 22;
  const std::int64_t block = std::clamp<std::int64_t>(most_values / data.features, 1, std::min(most_rows, rows()));
  std::vector<Value> values(static_cast<std::size_t>(block * data.features));
  RowStream<Value> stream(sink);
  std::int64_t vanished = 0;
  RoundedColumns rounded;
  const std::int64_t height = rows(), width = columns();
  visit_numbers(array_, [&](const auto& numbers) {
    for (std::int64_t first = 0; first < height; first += block) {
      const std::int64_t last = std::min(first + block, height);
      std::optional<Cell> bad;
      const auto copy = [&](std::int64_t row, std::int64_t column, std::int64_t index) {
        const std::int64_t feature = feature_of[static_cast<std::size_t>(column)];
        if (feature < 0) return;
        const auto number = numbers(static_cast<std::uint64_t>(index));
        const auto value = static_cast<Value>(number);
        if (!std::isfinite(value)) bad = std::min(bad.value_or(Cell{row, column}), Cell{row, column});
        if (value == 0 && number != 0) ++vanished;
        values[static_cast<std::size_t>((row - first) * data.features + feature)] = value;
        rounded.note(feature, is_changed(number, value));
      };
      if (array_.column_major) {
        for (std::int64_t j = 0; j < width; ++j) {
          for (std::int64_t i = first; i < last; ++i) copy(i, j, j * height + i);
        }
      } else {
        for (std::int64_t i = first; i < last; ++i) {
          for (std::int64_t j = 0; j < width; ++j) copy(i, j, i * width + j);
        }
      }
      if (bad) {
        const auto index = array_.column_major ? bad->column * height + bad->row : bad->row * width + bad->column;
        const auto number = static_cast<double>(numbers(static_cast<std::uint64_t>(index)));
        place_.fail(unusable_value(number, bad->row, bad->column), usable_value);
      }
      const Value* value = values.data();
      for (std::int64_t i = first; i < last; ++i) {
        for (std::int64_t j = 0; j < data.features; ++j) stream.add(j, *value++);
        stream.end_row();
      }
    }
  });
  data.warnings = underflow_warning(place_.file, vanished, precision_of<Value>);
  stream.finish_positions(data.features, data);
  rounded.tell(0, data);
}

Labels NpyMatrix::labels(std::int64_t column) const {
  const std::int64_t start = array_.column_major ? column * rows() : column;
  const std::int64_t stride = array_.column_major ? 1 : columns();
  return visit_numbers(array_, [&](const auto& numbers) {
    return number_labels(rows(), place_,
                         [&](std::int64_t row) { return numbers(static_cast<std::uint64_t>(start + row * stride)); });
  });
}

Labels npy_labels(const NpyArray& array, std::int64_t rows, const ArrayPlace& place) {
  const bool is_vector = array.shape.size() == 1 || (array.shape.size() == 2 && array.shape[1] == 1);
  if (!is_vector) {
    place.fail(fmt::format("labels of shape ({})", fmt::join(array.shape, ", ")), "expected one label per row");
  }
  if (array.shape[0] != rows) {
    place.fail(fmt::format("{} labels for {} rows", array.shape[0], rows), "expected one label per row");
  }
  if (array.type.is_text()) return text_labels(array, rows, place);
  return visit_numbers(array, [&](const auto& numbers) {
    return number_labels(rows, place, [&](std::int64_t row) { return numbers(static_cast<std::uint64_t>(row)); });
  });
}

std::string unusable_value(double number, std::int64_t row, std::int64_t column) {
  if (!std::isfinite(number)) return fmt::format("{} in row {}, column {}", number, row + 1, column + 1);
  return fmt::format("{} in row {}, column {} is too large for float32 (see --precision)", number, row + 1, column + 1);
}

std::vector<std::string> underflow_warning(const std::string& place, std::int64_t count, Precision precision) {
  if (count == 0) return {};
  const auto type = precision == Precision::float32 ? "float" : "double";
  return {fmt::format("{}: too small for a {}, taken as 0 ({} in all)", place, type, count)};
}

}  // namespace smsvm
