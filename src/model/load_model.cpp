#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "data/text_cursor.hpp"
#include "model/file_bytes.hpp"
#include "model/model_format.hpp"
#include "model/parse.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

constexpr std::array<std::string_view, 8> classifiers = {
    "L2R_LR",   "L2R_L2LOSS_SVC_DUAL", "L2R_L2LOSS_SVC", "L2R_L1LOSS_SVC_DUAL",
    "MCSVM_CS", "L1R_L2LOSS_SVC",      "L1R_LR",         "L2R_LR_DUAL"};
constexpr std::array<std::string_view, 3> logistic_regressions = {"L2R_LR", "L1R_LR", "L2R_LR_DUAL"};
constexpr std::array<std::string_view, 4> others = {"L2R_L2LOSS_SVR", "L2R_L2LOSS_SVR_DUAL", "L2R_L1LOSS_SVR_DUAL",
                                                    "ONECLASS_SVM"};

struct ModelHeader {
  bool sparse = false;
  std::string_view solver_type;
  std::int64_t classes = 0;
  std::vector<Label> labels;
  std::int64_t features = -1;
  std::int64_t listed = 0;  ///< features whose weights follow, in the sparse variant
  double bias = -1;

  /// Crammer and Singer's method stores a column per class also for two classes.
  std::size_t columns() const {
    return classes <= 2 && solver_type != "MCSVM_CS" ? 1 : static_cast<std::size_t>(classes);
  }
};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void read_solver_type(TextCursor& text, ModelHeader& header) {
  header.solver_type = text.token("the name of a solver");
  if (contains(classifiers, header.solver_type)) return;
  if (contains(others, header.solver_type)) {
    text.fail(fmt::format("{} is no classifier", header.solver_type), "a classification model");
  }
  text.fail(fmt::format("unknown solver '{}'", readable(header.solver_type)), "one of LIBLINEAR's classifiers");
}

void read_classes(TextCursor& text, ModelHeader& header) {
  header.classes = text.integer("the number of classes");
  if (header.classes < 1) text.fail(fmt::format("{} classes", header.classes), "at least one");
}

void read_labels(TextCursor& text, ModelHeader& header) {
  if (header.classes < 1) text.fail("label before nr_class", "the number of classes first");
  header.labels.clear();
  std::set<std::int64_t> seen;
  for (std::int64_t i = 0; i < header.classes; ++i) {
    const std::int64_t label = text.integer("one whole number per class");
    if (!seen.insert(label).second) text.fail(fmt::format("label {} stands here again", label), "distinct labels");
    header.labels.push_back(Label::parse(std::to_string(label)));
  }
}

void read_features(TextCursor& text, ModelHeader& header) {
  header.features = text.integer("the number of features");
  if (header.features < 0) text.fail(fmt::format("{} features", header.features), "a number that is not negative");
}

void read_listed(TextCursor& text, ModelHeader& header) {
  header.listed = text.integer("the number of features listed");
  if (header.listed < 0) text.fail(fmt::format("{} features listed", header.listed), "a number that is not negative");
}

void read_sparse_version(TextCursor& text, ModelHeader& header) {
  header.sparse = true;
  const std::int64_t version = text.integer("the version of the format");
  if (version != model_format_version) {
    text.fail(fmt::format("version {} of the format", version), fmt::format("version {}", model_format_version));
  }
}

/// Everything up to and with the "w"; in any order, as LIBLINEAR takes it.
ModelHeader read_header(TextCursor& text) {
  ModelHeader header;
  for (;;) {
    const std::string_view key = text.token("the rest of the model's header");
    if (key == "w") break;
    if (key == "solver_type") {
      read_solver_type(text, header);
    } else if (key == sparse_model_key) {
      read_sparse_version(text, header);
    } else if (key == "nr_class") {
      read_classes(text, header);
    } else if (key == "label") {
      read_labels(text, header);
    } else if (key == "nr_feature") {
      read_features(text, header);
    } else if (key == "nr_weight") {
      read_listed(text, header);
    } else if (key == "bias") {
      header.bias = text.finite("the value of the constant feature");
    } else {
      text.fail(
          fmt::format("'{}' in the header of a model", readable(key)),
          "expected a file written by train or by LIBLINEAR: lines solver_type, nr_class, label, nr_feature, bias, w");
    }
  }
  if (header.sparse == !header.solver_type.empty()) text.fail("no solver_type above", "one line 'solver_type NAME'");
  if (header.labels.empty()) text.fail("no labels above", "one line 'label' with the classes");
  if (header.labels.size() != static_cast<std::size_t>(header.classes))
    text.fail("nr_class changed", "one label per class");
  if (header.features < 0) text.fail("no nr_feature above", "one line 'nr_feature N'");
  if (header.sparse && header.features < 1) text.fail("a sparse model without features", "nr_feature of at least 1");
  return header;
}

/// Before memory is taken for them: can so many numbers stand in what is left of the file? Each needs a digit and a
/// blank.
void check_room(const TextCursor& text, std::int64_t rows, std::int64_t numbers_per_row) {
  const auto room = static_cast<std::int64_t>((text.remaining() + 1) / 2);
  if (rows > room / numbers_per_row) {
    text.fail(fmt::format("{} x {} numbers are announced, but the file ends after {} bytes", rows, numbers_per_row,
                          text.remaining()),
              "all of the weights");
  }
}

void read_row(TextCursor& text, std::size_t columns, std::vector<double>& to) {
  for (std::size_t k = 0; k < columns; ++k) to.push_back(text.finite("a finite weight"));
}

void read_sparse_weights(TextCursor& text, const ModelHeader& header, Model& model) {
  const std::size_t columns = header.columns();
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < header.listed; ++i) {
    const std::int64_t id = text.integer("a feature number");
    if (id <= before || id > header.features) {
      text.fail(fmt::format("feature {} after {}", id, before), "numbers must increase, up to nr_feature");
    }
    model.feature_ids.push_back(id);
    read_row(text, columns, model.weights);
    before = id;
  }
  if (header.listed == 0) {  // an empty list of numbers would mean all of the features
    model.feature_ids.push_back(header.features);
    model.weights.assign(columns, 0.0);
  }
}

void read_intercept(TextCursor& text, const ModelHeader& header, Model& model) {
  model.has_intercept = header.bias >= 0;
  if (!model.has_intercept) {
    model.intercept.assign(header.columns(), 0.0);
    return;
  }
  read_row(text, header.columns(), model.intercept);
  for (double& intercept : model.intercept) {
    intercept *= header.bias;
    if (!std::isfinite(intercept)) text.fail("weight times bias is infinite", "a finite intercept");
  }
}

/// With two classes and a column for each, LIBLINEAR decides by the sign of the first.
void keep_first_column(std::vector<double>& rows) {
  for (std::size_t i = 0; i < rows.size() / 2; ++i) rows[i] = rows[2 * i];
  rows.resize(rows.size() / 2);
  rows.shrink_to_fit();
}

Model read_weights(TextCursor& text, ModelHeader& header) {
  Model model;
  model.features = header.features;
  const auto columns = static_cast<std::int64_t>(header.columns());
  if (header.sparse) {
    check_room(text, header.listed, columns + 1);
    read_sparse_weights(text, header, model);
  } else {
    check_room(text, header.features, columns);
    model.weights.reserve(static_cast<std::size_t>(header.features * columns));
    for (std::int64_t i = 0; i < header.features; ++i) read_row(text, header.columns(), model.weights);
  }
  read_intercept(text, header, model);
  model.labels = std::move(header.labels);
  if (header.columns() > model.columns()) {
    keep_first_column(model.weights);
    keep_first_column(model.intercept);
  }
  return model;
}

/// Where the last line of the file starts if it is a checksum; npos if it is not.
std::size_t checksum_line(std::string_view bytes) {
  if (!bytes.empty() && bytes.back() == '\n') bytes.remove_suffix(1);
  const std::size_t start = bytes.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view line = bytes.substr(start);
  const bool fits =
      line.size() == checksum_key.size() + 17 && line.starts_with(checksum_key) && line[checksum_key.size()] == ' ';
  return fits ? start : std::string_view::npos;
}

void verify_checksum(TextCursor text, std::string_view bytes, std::size_t line) {
  const std::string written = fmt::format("{} {:016x}", checksum_key, Checksum::of(bytes.substr(0, line)));
  if (bytes.substr(line, written.size()) != written) {
    text.fail_at(line, "checksum does not match: the file was altered or damaged",
                 "expected the file as it was written");
  }
}

}  // namespace

Model load_model(const std::string& path) { return parse_model(path, file_bytes(path)); }

Model parse_model(const std::string& name, std::string_view bytes) {
  TextCursor text(name, bytes);
  const std::size_t line = checksum_line(bytes);
  const bool ours = line != std::string_view::npos;
  if (ours) verify_checksum(text, bytes, line);

  ModelHeader header = read_header(text);
  const std::string_view around_w = bytes.substr(text.offset() - 2);  // the header above it is at least that long
  const bool announced = around_w.starts_with(announced_weights);
  if (!ours && (announced || header.sparse)) {
    text.fail_at(bytes.size(), "the file ends without its checksum", "a whole file: it was cut short or altered");
  }
  Model model = read_weights(text, header);
  // Their scores are log odds.
  if (contains(logistic_regressions, header.solver_type))
    model.calibration.assign(model.columns(), PlattCalibration{1, 0});
  if (ours) {
    read_trailer(text, model);
  } else if (text.skip_blanks()) {
    text.token("");
    text.fail("text after the last weight", "the end of the file");
  }
  return model;
}

}  // namespace smsvm
