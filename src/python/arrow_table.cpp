#include "python/arrow_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "python/arrow_cells.hpp"
#include "python/numpy.hpp"
#include "smsvm/error.hpp"

namespace smsvm::python {
namespace {

template <class Part>
struct Release {
  void operator()(Part* part) const {
    if (part->release != nullptr) part->release(part);
    delete part;
  }
};
template <class Part>
using Owned = std::unique_ptr<Part, Release<Part>>;

/// The stream's schema and chunks, all held at once: the number of rows must be known before there is an array.
class ArrowTable {
 public:
  explicit ArrowTable(ArrowArrayStream& stream) : schema_(new ArrowSchema{}) {
    check(stream, stream.get_schema(&stream, schema_.get()));
    for (;;) {
      Owned<ArrowArray> chunk(new ArrowArray{});
      check(stream, stream.get_next(&stream, chunk.get()));
      if (chunk->release == nullptr) break;  // the end
      rows_ += chunk->length;
      chunks_.push_back(std::move(chunk));
    }
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return is_struct() ? schema_->n_children : 1; }
  const ArrowSchema& column_schema(std::int64_t j) const { return is_struct() ? *schema_->children[j] : *schema_; }
  std::string name(std::int64_t j) const {
    const char* const given = column_schema(j).name;
    return given == nullptr ? "" : given;
  }

  /// visit(first row, rows, column) for each chunk of a column.
  template <class Visit>
  void for_each_chunk(std::int64_t j, Visit&& visit) const {
    std::int64_t first = 0;
    for (const Owned<ArrowArray>& chunk : chunks_) {
      visit(first, chunk->length,
            is_struct() ? ArrowColumn{schema_->children[j], chunk->children[j], chunk->offset}
                        : ArrowColumn{schema_.get(), chunk.get(), 0});
      first += chunk->length;
    }
  }

 private:
  bool is_struct() const { return std::strcmp(schema_->format, "+s") == 0; }
  static void check(ArrowArrayStream& stream, int code) {
    if (code == 0) return;
    const char* const why = stream.get_last_error(&stream);
    throw Error(ErrorKind::input_output, fmt::format("the Arrow stream failed: {}", why ? why : std::strerror(code)));
  }

  Owned<ArrowSchema> schema_;
  std::vector<Owned<ArrowArray>> chunks_;
  std::int64_t rows_ = 0;
};

template <class Value>
nb::object numbers(const ArrowTable& table) {
  const std::int64_t columns = table.columns();
  std::vector<Value> values(static_cast<std::size_t>(table.rows() * columns));
  for (std::int64_t j = 0; j < columns; ++j) {
    table.for_each_chunk(j, [&](std::int64_t first, std::int64_t rows, const ArrowColumn& column) {
      copy_numbers(column, rows, values.data() + first * columns + j, columns);
    });
  }
  return nb::cast(
      to_array(std::move(values), {static_cast<std::size_t>(table.rows()), static_cast<std::size_t>(columns)}));
}

nb::object texts(const ArrowTable& table) {
  nb::list all;
  table.for_each_chunk(0, [&](std::int64_t, std::int64_t rows, const ArrowColumn& column) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::string text = text_at(column, i);
      all.append(nb::str(text.data(), text.size()));
    }
  });
  return all;
}

}  // namespace

std::pair<std::vector<std::string>, nb::object> read_arrow(const nb::capsule& stream) {
  const ArrowTable table(*static_cast<ArrowArrayStream*>(stream.data("arrow_array_stream")));
  std::vector<std::string> names;
  bool all_float32 = true;
  for (std::int64_t j = 0; j < table.columns(); ++j) {
    const ArrowKind kind = kind_of(table.column_schema(j));
    names.push_back(table.name(j));
    if (kind == ArrowKind::text && table.columns() == 1) return {names, texts(table)};
    if (kind == ArrowKind::text || kind == ArrowKind::other) {
      throw Error(ErrorKind::bad_data, fmt::format("column '{}' holds {}; expected numbers", names.back(),
                                                   words_for(table.column_schema(j))));
    }
    all_float32 = all_float32 && kind == ArrowKind::float32;
  }
  return {names, all_float32 ? numbers<float>(table) : numbers<double>(table)};
}

}  // namespace smsvm::python
