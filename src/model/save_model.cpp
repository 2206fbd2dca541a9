#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "model/model_format.hpp"
#include "model/model_shape.hpp"
#include "smsvm/model.hpp"
#include "util/atomic_file.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

/// Collects text, and hands it to the file and to the checksum in large pieces.
class ModelFile {
 public:
  explicit ModelFile(const std::string& path) : file_(path) {}

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    if (text_.size() > piece) flush();
  }

  void finish() {
    flush();
    print("{} {:016x}\n", checksum_key, checksum_.value());
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 16;

  void flush() {
    checksum_.add(text_);
    file_.write(text_);
    text_.clear();
  }

  AtomicFile file_;
  Checksum checksum_;
  std::string text_;
};

void write_header(ModelFile& file, const Model& model, bool sparse) {
  if (sparse) {
    file.print("{} {}\n", sparse_model_key, model_format_version);
  } else {
    file.print("solver_type L2R_L1LOSS_SVC_DUAL\n");
  }
  file.print("nr_class {}\nlabel", model.labels.size());
  for (const int label : labels_for_liblinear(model.labels)) file.print(" {}", label);
  file.print("\nnr_feature {}\nbias {}\n", model.features, model.has_intercept ? 1 : -1);
}

void write_row(ModelFile& file, const double* row, std::size_t columns) {
  for (std::size_t k = 0; k < columns; ++k) file.print("{} ", row[k]);
  file.print("\n");
}

void write_dense(ModelFile& file, const Model& model) {
  const std::size_t columns = model.columns();
  const std::vector<double> zeros(columns, 0.0);
  std::int64_t written = 0;
  const auto write_zeros_up_to = [&](std::int64_t feature) {
    for (; written < feature; ++written) write_row(file, zeros.data(), columns);
  };
  for (std::size_t i = 0; i < stored_features(model); ++i) {
    write_zeros_up_to(feature_id(model, i) - 1);
    write_row(file, &model.weights[i * columns], columns);
    ++written;
  }
  write_zeros_up_to(model.features);
}

void write_sparse(ModelFile& file, const Model& model) {
  const std::size_t columns = model.columns();
  for (std::size_t i = 0; i < stored_features(model); ++i) {
    if (is_zero(model, i)) continue;
    file.print("{} ", feature_id(model, i));
    write_row(file, &model.weights[i * columns], columns);
  }
}

std::int64_t nonzero_features(const Model& model) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < stored_features(model); ++i) count += is_zero(model, i) ? 0 : 1;
  return count;
}

}  // namespace

void save_model(const Model& model, const std::string& path) {
  check_shape(model);
  const bool sparse = model.features > most_dense_features;
  ModelFile file(path);
  write_header(file, model, sparse);
  if (sparse) file.print("nr_weight {}\n", nonzero_features(model));
  file.print("w \n");
  if (sparse) {
    write_sparse(file, model);
  } else {
    write_dense(file, model);
  }
  if (model.has_intercept) write_row(file, model.intercept.data(), model.columns());
  file.print("{}", trailer_text(model, sparse));
  file.finish();
}

}  // namespace smsvm
