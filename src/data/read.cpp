#include "smsvm/read.hpp"

#include <utility>

#include "data/complaints.hpp"
#include "data/csv_reader.hpp"
#include "data/format.hpp"
#include "data/libsvm_reader.hpp"
#include "data/npy_reader.hpp"
#include "data/npz_reader.hpp"
#include "data/source.hpp"

namespace smsvm {
namespace {

Dataset read_source(const std::string& path, const ReadOptions& options, Complaints& complaints) {
  const Source source = Source::open(path);
  const Format format = format_of(path, source.bytes());
  if (!options.weight_column.empty() && format != Format::csv) {
    throw OptionError(
        "--weight-column is for CSV; weights for data in other formats stand in a file of their own "
        "(--sample-weight)");
  }
  switch (format) {
    case Format::csv:
      return read_csv(source, options, complaints);
    case Format::npy:
      return read_npy(source, options);
    case Format::npz:
      return read_npz(source, options);
    case Format::libsvm:
      break;
  }
  return read_libsvm(source, options, complaints);
}

}  // namespace

Dataset read(const std::string& path, const ReadOptions& options) {
  Complaints complaints = Complaints::throwing();
  return read_source(path, options, complaints);
}

CheckReport check(const std::string& path, const ReadOptions& options, std::int64_t limit) {
  Complaints complaints = Complaints::collecting(limit);
  CheckReport report;
  try {
    Dataset data = read_source(path, options, complaints);
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
