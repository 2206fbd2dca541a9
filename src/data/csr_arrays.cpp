#include "data/csr_arrays.hpp"
#include "data/rounded_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/excerpt.hpp"
#include "data/npy_matrix.hpp"
#include "data/npy_numbers.hpp"

namespace smsvm {
namespace {

/// The integers of an index array, which SciPy stores in 32 or 64 bits.
class Integers {
 public:
  Integers(const NpyArray& array, const ArrayPlace& place)
      : narrow_(array), wide_(array), is_wide_(array.type.size == 8), count_(array.elements) {
    const bool is_index = array.type.kind == NpyType::Kind::signed_integer && array.type.size >= 4;
    if (!is_index || array.shape.size() != 1) place.fail("not a list of indices", "expected int32 or int64");
  }

  std::uint64_t count() const { return count_; }
  std::int64_t operator()(std::uint64_t i) const { return is_wide_ ? wide_(i) : narrow_(i); }

 private:
  NpyNumbers<std::int32_t> narrow_;
  NpyNumbers<std::int64_t> wide_;
  bool is_wide_;
  std::uint64_t count_;
};

void check_format(const NpzArchive& archive) {
  const NpzArray format = archive.load("format");
  if (!format.array.type.is_text() || format.array.elements != 1) {
    format.place.fail("not the name of a format", "expected a file that scipy.sparse.save_npz wrote");
  }
  std::string name(format.array.element(0));
  std::erase(name, '\0');  // the padding, and the upper bytes of Unicode
  if (name != "csr") {
    archive.fail(fmt::format("a sparse matrix in {} format", in_quotes(name)),
                 "expected csr: scipy.sparse.save_npz(file, matrix.tocsr())");
  }
}

struct Shape {
  std::int64_t rows, columns;
};

Shape read_shape(const NpzArchive& archive) {
  const NpzArray shape = archive.load("shape");
  const Integers sizes(shape.array, shape.place);
  if (sizes.count() != 2) shape.place.fail(fmt::format("{} dimensions", sizes.count()), "expected rows and columns");
  const Shape result{sizes(0), sizes(1)};
  if (result.rows < 1 || result.columns < 1) {
    shape.place.fail(fmt::format("an empty matrix of {} rows and {} columns", result.rows, result.columns),
                     "expected some data");
  }
  return result;
}

/// Where each row begins; increasing, and within the `stored` elements.
std::vector<std::int64_t> read_starts(const NpzArchive& archive, std::int64_t rows, std::uint64_t stored) {
  const NpzArray pointers = archive.load("indptr");
  const Integers starts(pointers.array, pointers.place);
  if (starts.count() - 1 != static_cast<std::uint64_t>(rows)) {
    pointers.place.fail(fmt::format("{} row starts for {} rows", starts.count(), rows), "expected one more than rows");
  }
  std::vector<std::int64_t> result;
  result.reserve(static_cast<std::size_t>(starts.count()));
  for (std::uint64_t i = 0; i < starts.count(); ++i) {
    const std::int64_t start = starts(i), least = i == 0 ? 0 : result.back();
    const bool is_good = start >= least && static_cast<std::uint64_t>(start) <= stored && (i > 0 || start == 0);
    if (!is_good) {
      pointers.place.fail(fmt::format("{} as start of row {}", start, i + 1),
                          fmt::format("expected increasing numbers from 0 to {}", stored));
    }
    result.push_back(start);
  }
  return result;
}

void check_columns(const Integers& columns, std::int64_t width, const ArrayPlace& place) {
  for (std::uint64_t i = 0; i < columns.count(); ++i) {
    if (columns(i) < 0 || columns(i) >= width) {
      place.fail(fmt::format("column {} in a matrix of {} columns", columns(i), width), "columns count from 0");
    }
  }
}

template <class Value>
struct CsrEntry {
  std::int64_t column;
  Value value;
};

/// Rows that SciPy may have stored unsorted and with zeros.
template <class Value>
class UnsortedRows {
 public:
  explicit UnsortedRows(const ArrayPlace& place) : place_(place) {}

  void add(std::int64_t column, Value value) { row_.push_back({column, value}); }

  void finish_row() {
    ++count_;
    const auto by_column = [](const auto& a, const auto& b) { return a.column < b.column; };
    if (!std::is_sorted(row_.begin(), row_.end(), by_column)) std::sort(row_.begin(), row_.end(), by_column);
    const auto twin =
        std::adjacent_find(row_.begin(), row_.end(), [](const auto& a, const auto& b) { return a.column == b.column; });
    if (twin != row_.end()) {
      place_.fail(fmt::format("row {} has column {} twice", count_, twin->column + 1),
                  "call matrix.sum_duplicates() first");
    }
    for (const auto& [column, value] : row_) stream_.add(column, value);
    stream_.end_row();
    row_.clear();
  }

  void finish(std::int64_t columns, Dataset& data) { stream_.finish(0, columns - 1, data); }

 private:
  const ArrayPlace& place_;
  std::int64_t count_ = 0;
  std::vector<CsrEntry<Value>> row_;
  RowStream<Value> stream_;
};

template <class Value>
void fill(Dataset& data, const Shape& shape, const std::vector<std::int64_t>& starts, const Integers& columns,
          const NpzArray& values) {
  UnsortedRows<Value> rows(values.place);
  std::int64_t vanished = 0;
  RoundedColumns rounded;
  visit_numbers(values.array, [&](const auto& numbers) {
    for (std::int64_t row = 0; row < shape.rows; ++row) {
      const auto at = static_cast<std::size_t>(row);
      for (auto i = static_cast<std::uint64_t>(starts[at]); i < static_cast<std::uint64_t>(starts[at + 1]); ++i) {
        const auto number = numbers(i);
        const auto value = static_cast<Value>(number);
        if (!std::isfinite(value)) {
          values.place.fail(unusable_value(static_cast<double>(number), row, columns(i)), usable_value);
        }
        if (value == 0 && number != 0) ++vanished;
        rounded.note(columns(i), is_changed(number, value));
        rows.add(columns(i), value);
      }
      rows.finish_row();
    }
  });
  data.warnings = underflow_warning(values.place.file, vanished, precision_of<Value>);
  rows.finish(shape.columns, data);
  rounded.tell(0, data);
}

}  // namespace

Dataset read_csr(const NpzArchive& archive, Precision precision) {
  check_format(archive);
  const Shape shape = read_shape(archive);
  const NpzArray indices = archive.load("indices"), values = archive.load("data");
  const Integers columns(indices.array, indices.place);
  if (values.array.type.is_text() || values.array.shape.size() != 1) {
    values.place.fail("not a list of numbers", "expected the values of a sparse matrix");
  }
  if (values.array.elements != columns.count()) {
    values.place.fail(fmt::format("{} values for {} indices", values.array.elements, columns.count()),
                      "expected as many of both");
  }
  const auto starts = read_starts(archive, shape.rows, columns.count());
  check_columns(columns, shape.columns, indices.place);

  Dataset data;
  if (precision == Precision::float32) {
    fill<float>(data, shape, starts, columns, values);
  } else {
    fill<double>(data, shape, starts, columns, values);
  }
  return data;
}

}  // namespace smsvm
