#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cli/json.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm::cli {

struct TrainingRun;

/// What models said about rows that they were not trained on.
struct HeldOut {
  /// One class against the rest.
  struct Curves {
    std::vector<RocPoint> roc;
    std::vector<CalibrationBin> calibration;  ///< where there are probabilities
  };
  std::vector<Label> labels;      ///< of the model
  std::vector<double> confusion;  ///< labels × labels, as confusion_matrix()
  std::vector<Curves> curves;     ///< of each problem: of the first label where there are two, else of each
};

/// Of a table, row-major.
std::vector<double> column_of(std::span<const double> table, std::size_t columns, std::size_t column);

/// From scores, rows × problems: the label is that of the largest or, for two classes, the side of zero.
HeldOut judge_scores(const TrainingRun& run, std::span<const double> scores);

/// From probabilities too, rows × labels.
HeldOut judge_probabilities(const TrainingRun& run, std::span<const double> scores,
                            std::span<const double> probabilities);

Json held_out_json(const HeldOut& held_out);

}  // namespace smsvm::cli
