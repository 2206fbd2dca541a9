#include "data/npy_reader.hpp"

#include <memory>
#include <optional>

#include "data/npy_matrix.hpp"
#include "data/table_plan.hpp"

namespace smsvm {
namespace {

NpyMatrix::FeatureOfColumn features_of(const TableSchema& schema, const ArrayPlace& place) {
  NpyMatrix::FeatureOfColumn feature_of;
  std::int64_t features = 0;
  for (const TableColumn& column : schema.columns()) {
    if (column.role == TableColumn::Role::categories || column.indicates_missing)
      place.fail("numbers alone", "the model was trained on categories or missing values, which are read from CSV");
    feature_of.push_back(column.is_feature() ? features++ : -1);
  }
  return feature_of;
}

}  // namespace

Dataset read_npy(const Source& source, const ReadOptions& options, const BlockSinks& sinks) {
  const ArrayPlace place{source.name(), {}};
  const NpyArray array = parse_npy(source.bytes(), place);
  const NpyMatrix matrix(array, place);
  TableColumns columns{source.name(), {}, matrix.like_classes()};
  if (matrix.first_counts_rows()) columns.first = FirstColumn::counts_rows;
  std::vector<std::string> warnings;
  auto schema = std::make_shared<const TableSchema>(
      options.table ? match_schema(*options.table, options, columns, warnings).schema
                    : assign_roles(options, columns, false, warnings));
  Dataset data = matrix.features(features_of(*schema, place), options.precision, sinks);
  if (const auto label = schema->find(TableColumn::Role::label)) data.labels = matrix.labels(*label);
  data.warnings.insert(data.warnings.begin(), warnings.begin(), warnings.end());
  data.table = std::move(schema);
  return data;
}

}  // namespace smsvm
