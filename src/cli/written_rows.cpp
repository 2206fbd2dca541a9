#include "cli/written_rows.hpp"

#include <fmt/format.h>

#include "cli/csv_text.hpp"
#include "data/excerpt.hpp"
#include "data/libsvm_faults.hpp"
#include "data/row_access.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

const std::string& label_of(const Dataset& data, std::int64_t row) {
  return data.labels.distinct[static_cast<std::size_t>(data.labels.of_row[static_cast<std::size_t>(row)])].text;
}

std::string feature_title(const Dataset& data, std::int64_t column) {
  return data.feature_names.empty() ? fmt::format("f{}", data.feature_id(column))
                                    : csv_field(data.feature_names[static_cast<std::size_t>(column)]);
}

/// Libsvm text knows no quotes: a label must be a word that is read as itself there.
void refuse_labels_of_several_words(const Labels& labels) {
  for (const Label& label : labels.distinct) {
    const bool is_word = !label.text.empty() && label.text.find_first_of(" \t\r\n#") == std::string::npos;
    if (is_word && !libsvm::label_fault(label.text)) continue;
    throw Error(ErrorKind::bad_data,
                fmt::format("the label {} cannot stand in libsvm text, which has no quotes; write .csv or a store",
                            in_quotes(label.text)));
  }
}

}  // namespace

void write_libsvm(const Dataset& data, AtomicFile& file) {
  if (data.labels.of_row.empty())
    throw Error(ErrorKind::bad_data,
                "the data have no labels, and each row of libsvm text begins with one; write .csv");
  refuse_labels_of_several_words(data.labels);
  for (std::int64_t row = 0; row < data.rows; ++row) {
    std::string line = label_of(data, row);
    for_each_value(data, row, [&](std::size_t column, double value) {
      line += fmt::format(" {}:{}", data.feature_id(static_cast<std::int64_t>(column)), value);
    });
    file.write(line + "\n");
  }
}

void write_csv(const Dataset& data, AtomicFile& file) {
  const bool has_labels = !data.labels.of_row.empty(), has_weights = !data.row_weight.empty();
  std::string line = fmt::format("{}{}", has_labels ? "label," : "", has_weights ? "weight," : "");
  for (std::int64_t column = 0; column < data.features; ++column) line += feature_title(data, column) + ",";
  if (!line.empty()) line.back() = '\n';
  file.write(line);
  std::vector<double> values(static_cast<std::size_t>(data.features));
  for (std::int64_t row = 0; row < data.rows; ++row) {
    std::fill(values.begin(), values.end(), 0.0);
    for_each_value(data, row, [&](std::size_t column, double value) { values[column] = value; });
    line = has_labels ? csv_field(label_of(data, row)) + "," : "";
    if (has_weights) line += fmt::format("{},", data.row_weight[static_cast<std::size_t>(row)]);
    file.write(line + fmt::format("{}\n", fmt::join(values, ",")));
  }
}

}  // namespace smsvm::cli
