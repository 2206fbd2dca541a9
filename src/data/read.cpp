#include "smsvm/read.hpp"

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/choose_precision.hpp"
#include "data/column_facts.hpp"
#include "data/complaints.hpp"
#include "data/csv_reader.hpp"
#include "data/distributed_read.hpp"
#include "data/excerpt.hpp"
#include "data/format.hpp"
#include "data/label_column.hpp"
#include "data/label_table.hpp"
#include "data/labels_file.hpp"
#include "data/libsvm_reader.hpp"
#include "data/npy_reader.hpp"
#include "data/npz_reader.hpp"
#include "data/read_source.hpp"
#include "data/source.hpp"
#include "data/store_reader.hpp"
#include "data/text_kind.hpp"

namespace smsvm {

void check_table_options(const ReadOptions& options, Format format) {
  const bool text = format == Format::csv, columns = text || format == Format::npy;
  if (!options.weight_column.empty() && !text)
    throw OptionError(
        "--weight-column is for CSV; weights for data in other formats stand in a file of their own "
        "(--sample-weight)");
  if (!options.ignore_columns.empty() && !columns)
    throw OptionError("--ignore-column is for tables, CSV and .npy, and the data are none");
  if (options.categorical != std::vector<std::string>{"auto"} && !text)
    throw OptionError("--categorical is for CSV, and the data are none");
  if (options.missing != Missing::error && !text) throw OptionError("--missing is for CSV, and the data are none");
  const bool has_place = format == Format::libsvm || format == Format::store;
  if (has_place && !options.label_column.empty() && options.label_column != "none")
    throw OptionError(fmt::format(
        "--label-column is for tables; {}; 'none' leaves the labels out",
        format == Format::store ? "a store knows its labels" : "in libsvm text the label comes first in each line"));
}

namespace {

Dataset read_format(const Source& source, Format format, const ReadOptions& options, Complaints& complaints,
                    const BlockSinks& sinks) {
  if (format != Format::store) source.expect_one_pass();
  switch (format) {
    case Format::store:
      return read_store(source, options, complaints);
    case Format::csv:
      return read_csv(source, options, complaints, sinks);
    case Format::npy:
      return read_npy(source, options, sinks);
    case Format::npz:
      return read_npz(source, options);
    case Format::libsvm:
      return read_libsvm(source, options, complaints, {}, sinks);
  }
  throw std::logic_error("a format that nobody reads");
}

}  // namespace

Dataset read_source(const Source& source, const ReadOptions& options, Complaints& complaints, const BlockSinks& sinks) {
  refuse_other_formats(source.name(), source.bytes());
  const Format format = format_of(source, options);
  check_table_options(options, format);
  if (options.labels_file.empty()) return read_format(source, format, options, complaints, sinks);
  has_no_labels(options);  // refuses another place for them
  ReadOptions without_labels = options;
  without_labels.labels_required = false;
  Dataset data = read_format(source, format, without_labels, complaints, sinks);
  if (complaints.empty()) data.labels = read_labels_file(options.labels_file, data.rows);
  return data;
}

namespace {

/// What the first lines of a text say about it, so that it need not be read twice.
bool first_lines_need_doubles(const Source& source, const ReadOptions& options) {
  constexpr std::size_t most = 1 << 16;
  const std::string_view text = source.bytes();
  const Format format = format_of(source, options);
  if (format != Format::libsvm && format != Format::csv) return false;
  const std::size_t size = text.size() <= most ? text.size() : text.rfind('\n', most) + 1;  // 0: one long line
  if (size == 0 || text.substr(0, size).find('.') == text.npos) return false;  // whole numbers are floats, as a rule
  ReadOptions as_floats = options;
  as_floats.precision = Precision::float32;
  as_floats.progress = {};
  as_floats.labels_file = {};
  as_floats.labels_required = false;
  if (!options.labels_file.empty()) as_floats.label_column = "none";
  try {
    Complaints complaints = Complaints::throwing();
    const Dataset sample =
        read_source(Source::from_bytes(std::string(text.substr(0, size)), source.name()), as_floats, complaints);
    return !floats_suffice(sample, options.tolerance, 1, static_cast<double>(text.size()) / static_cast<double>(size));
  } catch (const Error&) {  // whatever is wrong is said when all of it is read
    return false;
  }
}

/// Floats first, since they mostly do. A number that is too large for them is no mistake here.
Dataset read_in_either_precision(const ReadOptions& options, const std::function<Dataset(const ReadOptions&)>& read_as,
                                 bool on_ranks = false) {
  ReadOptions chosen = options;
  if (options.precision != Precision::automatic) return read_as(chosen);
  chosen.precision = Precision::float32;
  try {
    Dataset data = read_as(chosen);
    if (!data.rounded.empty()) data.known_columns = column_facts(data, options.threads);  // training asks again
    if (data.precision() == Precision::float64 || floats_suffice(data, options.tolerance, options.threads)) return data;
  } catch (const DataError&) {
    if (on_ranks) throw;  // the others have given up
  }
  chosen.precision = Precision::float64;
  return read_as(chosen);
}

Dataset with_warnings(Dataset data, const std::string& name) {
  if (const auto alike = labels_alike(data.labels.distinct))
    data.warnings.push_back(fmt::format("{}: the labels {} and {} differ in capitals alone and are two classes", name,
                                        in_quotes(alike->first), in_quotes(alike->second)));
  return data;
}

Dataset read_here(const Source& source, const ReadOptions& options) {
  ReadOptions chosen = options;
  if (options.precision == Precision::automatic && first_lines_need_doubles(source, options))
    chosen.precision = Precision::float64;
  const auto read_as = [&](const ReadOptions& as) {
    Complaints complaints = Complaints::throwing();
    return read_source(source, as, complaints);
  };
  return with_warnings(read_in_either_precision(chosen, read_as), source.name());
}

}  // namespace

Dataset read(const std::string& path, const ReadOptions& options) { return read_here(Source::open(path), options); }

Dataset read_on_ranks(const std::string& path, const ReadOptions& options, Communicator& ranks) {
  const auto read_as = [&](const ReadOptions& chosen) { return read_distributed(path, chosen, ranks); };
  return with_warnings(read_in_either_precision(options, read_as, true), path);
}

Dataset read_bytes(std::string bytes, const std::string& name, const ReadOptions& options) {
  return read_here(Source::from_bytes(std::move(bytes), name), options);
}

CheckReport check(const std::string& path, const ReadOptions& options, std::int64_t limit) {
  Complaints complaints = Complaints::collecting(limit);
  CheckReport report;
  ReadOptions everything = options;
  everything.trust_store = false;
  if (options.precision == Precision::automatic) everything.precision = Precision::float64;
  try {
    Dataset data = with_warnings(read_source(Source::open(path), everything, complaints), path);
    report.warnings = std::move(data.warnings);
    report.rows = data.rows;
  } catch (const DataError& error) {
    complaints.add(error);  // one that leaves nothing to go on with, such as a truncated stream
  }
  report.complaints = complaints.kept();
  report.more = complaints.more();
  return report;
}

}  // namespace smsvm
