#include "data/npy_reader.hpp"

#include <fmt/format.h>

#include <optional>

#include "data/excerpt.hpp"
#include "data/label_column.hpp"
#include "data/npy_matrix.hpp"

namespace smsvm {
namespace {

std::optional<std::int64_t> label_column(const ReadOptions& options, std::int64_t columns) {
  if (options.label_column.empty()) return 0;
  if (has_no_labels(options)) return std::nullopt;
  if (const auto column = numbered_column(options.label_column, columns)) return column;
  throw OptionError(fmt::format("--label-column must be a number from 1 to {} for this .npy file, not {}", columns,
                                in_quotes(options.label_column)));
}

}  // namespace

Dataset read_npy(const Source& source, const ReadOptions& options, const BlockSinks& sinks) {
  const ArrayPlace place{source.name(), {}};
  const NpyArray array = parse_npy(source.bytes(), place);
  const NpyMatrix matrix(array, place);
  const auto column = label_column(options, matrix.columns());
  Dataset data = matrix.features(column, options.precision, sinks);
  if (column) data.labels = matrix.labels(*column);
  return data;
}

}  // namespace smsvm
