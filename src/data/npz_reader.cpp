#include "data/npz_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/csr_arrays.hpp"
#include "data/excerpt.hpp"
#include "data/label_column.hpp"
#include "data/npy_matrix.hpp"
#include "data/npz_archive.hpp"

namespace smsvm {
namespace {

std::optional<std::string> matrix_array(const NpzArchive& archive) { return archive.first_of({"X", "x", "data"}); }

Dataset read_features(const NpzArchive& archive, Precision precision) {
  if (archive.has("format")) return read_csr(archive, precision);
  const auto name = matrix_array(archive);
  if (!name) archive.fail("no matrix; expected an array called X, x or data", archive.list());
  const NpzArray matrix = archive.load(*name);
  const NpyMatrix values(matrix.array, matrix.place);
  return values.features(values.all_columns(), precision);
}

/// Which array holds the labels; nothing if there is none and none is needed.
std::optional<std::string> label_array(const NpzArchive& archive, const ReadOptions& options) {
  if (has_no_labels(options)) return std::nullopt;
  if (!options.label_column.empty()) {
    if (archive.has(options.label_column)) return options.label_column;
    throw OptionError(fmt::format("--label-column must name an array of this .npz file, not {}; {}",
                                  in_quotes(options.label_column), archive.list()));
  }
  const auto name = archive.first_of({"y", "labels", "target"});
  if (!name && options.labels_required) {
    archive.fail("no labels; expected an array called y, labels or target, or --labels FILE", archive.list());
  }
  return name;
}

/// Another matrix, other labels or weights of rows may be what was meant.
void warn_of_others(const NpzArchive& archive, const std::optional<std::string>& label_name, Dataset& data) {
  constexpr std::array csr_arrays = {"data", "format", "indices", "indptr", "shape"};
  std::vector<std::string> others = archive.names();
  std::erase_if(others, [&](const std::string& name) {
    const bool is_matrix =
        archive.has("format") ? std::ranges::find(csr_arrays, name) != csr_arrays.end() : name == matrix_array(archive);
    return is_matrix || name == label_name;
  });
  if (!others.empty()) data.warnings.push_back(fmt::format("{}: not read: {}", archive.file(), list_in_quotes(others)));
}

}  // namespace

Dataset read_npz(const Source& source, const ReadOptions& options) {
  const NpzArchive archive(source);
  const auto label_name = label_array(archive, options);
  Dataset data = read_features(archive, options.precision);
  if (label_name) {
    const NpzArray labels = archive.load(*label_name);
    data.labels = npy_labels(labels.array, data.rows, labels.place);
  }
  warn_of_others(archive, label_name, data);
  return data;
}

}  // namespace smsvm
