#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/calibration.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/row_weights.hpp"

namespace smsvm {

/// What was proved for one class against the others.
struct ClassFacts {
  std::string status;
  double primal = 0;
  std::optional<double> dual;
  double passes = 0;
};

/// What the trailer of our model files says about how the weights came about. Nothing in it depends on threads, time,
/// host or path.
struct TrainingFacts {
  std::string status;  ///< for several classes the worst of theirs
  double l2 = 0, l1 = 0, c = 0, l1_ratio = 0;
  std::string intercept;  ///< free | penalized | none
  std::string precision;  ///< float | double
  double tolerance = 0;
  double primal = 0;           ///< for several classes the sum of theirs
  std::optional<double> dual;  ///< likewise
  std::int64_t rows = 0;       ///< of weight above 0
  double total_weight = 0;     ///< N: the rows' number, or the sum of their weights
  double passes = 0;           ///< for several classes those they shared
  std::uint64_t data_checksum = 0;
  std::vector<ClassFacts> classes;         ///< in the order of Model::labels; empty for two classes
  std::vector<ClassWeight> class_weights;  ///< empty: none were given
  std::string scale = "none";              ///< none | minmax | standard
  std::vector<double> feature_scale;       ///< what each stored feature was divided by; empty: all 1
};

/// A linear classifier in the shape of LIBLINEAR's: one column of weights for two classes, else one per class.
struct SMSVM_API Model {
  std::vector<Label> labels;                 ///< score > 0 means labels[0]
  std::string label_kind;                    ///< type of Python's labels, where their texts do not tell; else empty
  std::int64_t features = 0;                 ///< numbered 1 … features
  std::vector<std::int64_t> feature_ids;     ///< of each stored weight, increasing; empty: all of 1 … features
  std::vector<std::string> feature_names;    ///< of each stored weight, from a header; may be empty
  std::shared_ptr<const TableSchema> table;  ///< what was made of the table it was trained on; null: it was none
  std::vector<double> weights;               ///< stored features × columns(), feature-major
  std::vector<double> intercept;             ///< per column; all 0 without one
  bool has_intercept = false;
  std::vector<Calibration> calibration;  ///< per column, from score to probability; empty: none
  std::optional<TrainingFacts> facts;

  std::size_t columns() const { return labels.size() <= 2 ? 1 : labels.size(); }
};

/// LIBLINEAR's text format with our trailer; above 10⁷ features a sparse variant that LIBLINEAR cannot read.
/// Written to a temporary file, synced, renamed: the old file survives any failure. "-" is standard output.
SMSVM_API void save_model(const Model& model, const std::string& path);
SMSVM_API Model load_model(const std::string& path);

struct Predictions {
  std::vector<double> scores;         ///< rows × columns
  std::vector<std::int32_t> label;    ///< index into Model::labels
  std::vector<double> probabilities;  ///< rows × labels; empty unless asked for
  std::vector<std::string> warnings;  ///< e.g. features beyond the model's
};
/// Columns are matched with the model's features by their names where both have names, else by their numbers. Throws
/// Error{bad_data} where a name of the model's is missing in the data.
SMSVM_API Predictions predict(const Model& model, const Dataset& data, int threads = 0);

/// Fills in the probabilities, and makes the label of each row the most probable one. Needs a model with a calibration.
SMSVM_API void add_probabilities(const Model& model, Predictions& predictions);

}  // namespace smsvm
