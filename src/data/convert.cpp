#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "data/block_builder.hpp"
#include "data/choose_precision.hpp"
#include "data/complaints.hpp"
#include "data/read_source.hpp"
#include "data/row_access.hpp"
#include "data/store_sink.hpp"
#include "smsvm/store.hpp"

namespace smsvm {
namespace {

template <class Value>
StoreSummary finish(StoreWriter<Value>& writer, const Dataset& data) {
  writer.finish(data);
  return {.rows = data.rows,
          .features = data.features,
          .nonzeros = writer.nonzeros(),
          .classes = std::ssize(data.labels.distinct),
          .bytes = static_cast<std::int64_t>(writer.bytes()),
          .precision = data.precision(),
          .warnings = data.warnings};
}

bool has_blocks(const Dataset& data) {
  return std::visit([](const auto& matrix) { return !matrix.blocks.empty(); }, data.all_rows());
}

/// `options.precision` is that of Value. Nothing, and no file, where that turns out not to be good enough.
template <class Value>
std::optional<StoreSummary> stream(const Source& source, const std::string& to, const ReadOptions& options,
                                   const std::function<bool(const Dataset&)>& good_enough) {
  StoreSink<Value> sink(to);
  BlockSinks sinks;
  sinks.of<Value>() = &sink;
  Complaints complaints = Complaints::throwing();
  Dataset data = read_source(source, options, complaints, sinks);
  if (!has_blocks(data)) {
    data.known_nonzeros = sink.writer().nonzeros();
    data.known_columns = std::make_shared<const ColumnFacts>(sink.writer().columns(data.features));
  }
  if (!good_enough(data)) return std::nullopt;
  return has_blocks(data) ? save_store(data, to) : finish(sink.writer(), data);
}

std::optional<StoreSummary> stream_floats(const Source& source, const std::string& to, ReadOptions options) {
  const bool may_choose = std::exchange(options.precision, Precision::float32) == Precision::automatic;
  const auto suffice = [&](const Dataset& data) {
    return !may_choose || data.precision() == Precision::float64 ||
           floats_suffice(data, options.tolerance, options.threads);
  };
  try {
    return stream<float>(source, to, options, suffice);
  } catch (const DataError&) {
    if (!may_choose) throw;  // a number that is too large for floats is no mistake if there may be doubles
    return std::nullopt;
  }
}

}  // namespace

StoreSummary save_store(const Dataset& data, const std::string& to) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>& matrix) {
        StoreSink<Value> sink(to);
        RowStream<Value> rows(&sink);
        for (std::int64_t row = 0; row < data.rows; ++row) {
          for_each_value(row_at(matrix, position_of(data, row)), [&](std::size_t column, double value) {
            rows.add(static_cast<std::int64_t>(column), static_cast<Value>(value));
          });
          rows.end_row();
        }
        Dataset has_no_more_rows;
        rows.finish_positions(data.features, has_no_more_rows);
        return finish(sink.writer(), data);
      },
      data.all_rows());
}

StoreSummary convert(const std::string& from, const std::string& to, const ReadOptions& options) {
  const Source source = Source::open(from);
  if (options.precision != Precision::float64) {
    if (auto summary = stream_floats(source, to, options)) return *std::move(summary);
  }
  ReadOptions doubles = options;
  doubles.precision = Precision::float64;
  return stream<double>(source, to, doubles, [](const Dataset&) { return true; }).value();
}

}  // namespace smsvm
