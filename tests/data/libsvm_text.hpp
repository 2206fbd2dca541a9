#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "data/complaints.hpp"
#include "data/libsvm_reader.hpp"
#include "data/source.hpp"

namespace smsvm::test {

inline Dataset read_text(const std::string& text, const ReadOptions& options = {},
                         std::size_t chunk_bytes = libsvm_chunk_bytes) {
  Complaints complaints = Complaints::throwing();
  return read_libsvm(Source::from_bytes(text, "t.svm"), options, complaints, chunk_bytes);
}

/// A dataset in a form that is easy to compare: every row's label as text and its nonzeros by feature number.
struct PlainRow {
  std::string label;
  std::vector<std::pair<std::int64_t, double>> features;
  friend bool operator==(const PlainRow&, const PlainRow&) = default;
};

inline std::vector<PlainRow> plain_rows(const Dataset& data) {
  std::vector<PlainRow> plain(static_cast<std::size_t>(data.rows));
  const auto add = [&](std::int64_t row, std::int64_t column, double value) {
    if (value != 0) plain[static_cast<std::size_t>(row)].features.emplace_back(data.feature_id(column), value);
  };
  const auto sparse = [&](const auto& rows) {
    for (std::int64_t row = 0; row < data.rows; ++row) {
      for (auto i = rows.start.at(row); i < rows.start.at(row + 1); ++i) add(row, rows.column.at(i), rows.value.at(i));
    }
  };
  const auto dense = [&](const auto& rows) {
    for (std::int64_t i = 0; i < std::ssize(rows.value); ++i) add(i / data.features, i % data.features, rows.value[i]);
  };
  std::visit(
      [&](const auto& rows) {
        if constexpr (requires { rows.start; }) {
          sparse(rows);
        } else {
          dense(rows);
        }
      },
      data.matrix);
  for (std::size_t row = 0; row < data.labels.of_row.size(); ++row) {
    plain[row].label = data.labels.distinct.at(data.labels.of_row[row]).text;
  }
  return plain;
}

inline bool is_dense(const Dataset& data) { return data.matrix.index() >= 2; }

}  // namespace smsvm::test
