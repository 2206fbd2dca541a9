#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/log.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/evaluate.hpp"
#include "smsvm/model.hpp"

namespace smsvm::cli {

/// Predictions compared with the labels of the data. Labels that the model does not know form one more class, which is
/// never predicted: their rows count as wrong.
struct Evaluation {
  std::vector<std::string> labels;              ///< of the model
  std::vector<std::size_t> order;               ///< indices into `labels`, as tables list them: sorted
  std::vector<std::int32_t> truth;              ///< of each row, index into `labels`; labels.size(): unknown
  std::vector<std::int32_t> predicted;          ///< likewise
  ClassCounts counts;                           ///< the last class: unknown
  std::int64_t unknown = 0;                     ///< rows
  std::vector<double> auc;                      ///< of each column of the model
  std::optional<double> hinge_loss;             ///< for two classes
  std::optional<double> log_loss, brier_score;  ///< where there are probabilities; of the rows with a known label
  /// Of each column, as the two above: of the first of two classes, or of each of several against the rest.
  std::vector<std::vector<RocPoint>> roc;
  std::vector<std::vector<CalibrationBin>> calibration_curve;

  std::int64_t rows() const { return static_cast<std::int64_t>(truth.size()); }
  std::int64_t correct() const;
  double mean_auc() const { return mean_of_defined(auc); }
};

/// None if the data have no labels.
std::optional<Evaluation> evaluate(const Predictions& predictions, const Model& model, const Dataset& data);

/// Throws DataError where columns went by their places and no label is one of the model's: another column is the label.
void refuse_other_places(const Evaluation& evaluation, const Model& model, const Dataset& data,
                         const std::string& file);

/// As LIBLINEAR prints it, for scripts that look for it.
std::string accuracy_line(const Evaluation& evaluation);

/// Tables for people; the confusion matrix only of a few classes.
std::string describe(const Evaluation& evaluation);

/// With the curves, of several classes within "classes"; each fact is null if there is no evaluation.
Json to_json(const std::optional<Evaluation>& evaluation);
/// All of it but the curves.
Json to_json(const Evaluation& evaluation);
Json to_json(const std::vector<RocPoint>& curve);
Json to_json(const std::vector<CalibrationBin>& curve);

}  // namespace smsvm::cli
