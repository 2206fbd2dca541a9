#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/blocks.hpp"
#include "data/complaints.hpp"
#include "data/libsvm_reader.hpp"
#include "data/source.hpp"

namespace smsvm::test {

/// Small steps, to meet every seam.
inline LibsvmPace in_steps(std::size_t chunk_bytes, std::size_t chunks_at_once = 3) {
  LibsvmPace pace;
  pace.chunk_bytes = chunk_bytes;
  pace.chunks_at_once = chunks_at_once;
  return pace;
}

inline Dataset read_text(const std::string& text, const ReadOptions& options = {}, const LibsvmPace& pace = {}) {
  Complaints complaints = Complaints::throwing();
  return read_libsvm(Source::from_bytes(text, "t.svm"), options, complaints, pace);
}

/// Options with a change.
inline ReadOptions with(const std::function<void(ReadOptions&)>& change) {
  ReadOptions options;
  change(options);
  return options;
}
inline ReadOptions with_base(IndexBase base) {
  return with([=](ReadOptions& options) { options.index_base = base; });
}
inline ReadOptions sorting() {
  return with([](ReadOptions& options) { options.sort_indices = true; });
}
inline ReadOptions in_double() {
  return with([](ReadOptions& options) { options.precision = Precision::float64; });
}

/// A dataset in a form that is easy to compare: every row's label as text and its nonzeros by feature number.
struct PlainRow {
  std::string label;
  std::vector<std::pair<std::int64_t, double>> features;
  friend bool operator==(const PlainRow&, const PlainRow&) = default;
};

inline std::vector<PlainRow> plain_rows(const Dataset& data) {
  std::vector<PlainRow> plain(static_cast<std::size_t>(data.rows));
  for (std::int64_t row = 0; row < data.rows; ++row) {
    for_each_value(data, row, [&](std::size_t column, double value) {
      plain[static_cast<std::size_t>(row)].features.emplace_back(data.feature_id(static_cast<std::int64_t>(column)),
                                                                 value);
    });
  }
  for (std::size_t row = 0; row < data.labels.of_row.size(); ++row) {
    plain[row].label = data.labels.distinct.at(data.labels.of_row[row]).text;
  }
  return plain;
}

}  // namespace smsvm::test
