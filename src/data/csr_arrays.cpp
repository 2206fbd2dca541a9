#include "data/csr_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/excerpt.hpp"
#include "data/layout.hpp"
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
    archive.fail(fmt::format("a sparse matrix in {} format", quoted(name)),
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

using UsedColumns = std::optional<std::vector<std::int64_t>>;

/// The columns with a nonzero, increasing, where memory must not follow the width; nothing elsewhere.
UsedColumns used_columns(const Integers& columns, const NpyArray& values, std::int64_t width) {
  return visit_numbers(values, [&](const auto& numbers) -> UsedColumns {
    std::int64_t nonzeros = 0;
    for (std::uint64_t i = 0; i < columns.count(); ++i) nonzeros += numbers(i) != 0;
    if (keeps_all_features(width, nonzeros)) return std::nullopt;
    std::vector<std::int64_t> used;
    used.reserve(static_cast<std::size_t>(nonzeros));
    for (std::uint64_t i = 0; i < columns.count(); ++i) {
      if (numbers(i) != 0) used.push_back(columns(i));
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
  });
}

void check_columns(const Integers& columns, std::int64_t width, const ArrayPlace& place) {
  for (std::uint64_t i = 0; i < columns.count(); ++i) {
    if (columns(i) < 0 || columns(i) >= width) {
      place.fail(fmt::format("column {} in a matrix of {} columns", columns(i), width), "columns count from 0");
    }
  }
}

template <class Value>
struct Entry {
  std::int64_t column;
  Value value;
};

/// Appends rows that SciPy may have stored unsorted and with zeros.
template <class Value>
class RowBuilder {
 public:
  RowBuilder(const UsedColumns& used, const ArrayPlace& place) : used_(used), place_(place) {
    rows_.start.push_back(0);
  }

  void add(std::int64_t column, Value value) { row_.push_back({column, value}); }

  void finish_row() {
    const auto by_column = [](const auto& a, const auto& b) { return a.column < b.column; };
    if (!std::is_sorted(row_.begin(), row_.end(), by_column)) std::sort(row_.begin(), row_.end(), by_column);
    const auto twin =
        std::adjacent_find(row_.begin(), row_.end(), [](const auto& a, const auto& b) { return a.column == b.column; });
    if (twin != row_.end()) {
      place_.fail(fmt::format("row {} has column {} twice", rows_.start.size(), twin->column + 1),
                  "call matrix.sum_duplicates() first");
    }
    for (const auto& [column, value] : row_) {
      if (value == 0) continue;
      rows_.column.push_back(stored_column(column));
      rows_.value.push_back(value);
    }
    rows_.start.push_back(std::ssize(rows_.value));
    row_.clear();
  }

  SparseRows<Value> finish() && { return std::move(rows_); }

 private:
  std::int32_t stored_column(std::int64_t column) const {
    if (!used_) return static_cast<std::int32_t>(column);
    return static_cast<std::int32_t>(std::lower_bound(used_->begin(), used_->end(), column) - used_->begin());
  }

  const UsedColumns& used_;
  const ArrayPlace& place_;
  std::vector<Entry<Value>> row_;
  SparseRows<Value> rows_;
};

template <class Value>
void fill(Dataset& data, const std::vector<std::int64_t>& starts, const Integers& columns, const UsedColumns& used,
          const NpzArray& values) {
  RowBuilder<Value> builder(used, values.place);
  std::int64_t vanished = 0;
  visit_numbers(values.array, [&](const auto& numbers) {
    for (std::int64_t row = 0; row < data.rows; ++row) {
      const auto at = static_cast<std::size_t>(row);
      for (auto i = static_cast<std::uint64_t>(starts[at]); i < static_cast<std::uint64_t>(starts[at + 1]); ++i) {
        const auto number = numbers(i);
        const auto value = static_cast<Value>(number);
        if (!std::isfinite(value)) {
          values.place.fail(unusable_value(static_cast<double>(number), row, columns(i)), usable_value);
        }
        if (value == 0 && number != 0) ++vanished;
        builder.add(columns(i), value);
      }
      builder.finish_row();
    }
  });
  data.warnings = underflow_warning(values.place.file, vanished, precision_of<Value>);
  data.matrix = lay_out(std::move(builder).finish(), data.rows, data.features);
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
  auto used = used_columns(columns, values.array, shape.columns);

  Dataset data;
  data.rows = shape.rows;
  data.width = shape.columns;
  data.features = used ? std::ssize(*used) : shape.columns;
  if (precision == Precision::float32) {
    fill<float>(data, starts, columns, used, values);
  } else {
    fill<double>(data, starts, columns, used, values);
  }
  if (used) data.feature_ids = std::move(*used);
  for (auto& id : data.feature_ids) ++id;
  return data;
}

}  // namespace smsvm
