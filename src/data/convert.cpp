#include <utility>
#include <variant>

#include "data/block_builder.hpp"
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

template <class Value>
StoreSummary stream(const Source& source, const std::string& to, const ReadOptions& options) {
  StoreSink<Value> sink(to);
  BlockSinks sinks;
  sinks.of<Value>() = &sink;
  Complaints complaints = Complaints::throwing();
  const Dataset data = read_source(source, options, complaints, sinks);
  return has_blocks(data) ? save_store(data, to) : finish(sink.writer(), data);
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
  return options.precision == Precision::float32 ? stream<float>(source, to, options)
                                                 : stream<double>(source, to, options);
}

}  // namespace smsvm
