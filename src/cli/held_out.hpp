#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cli/json.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm::cli {

struct TrainingRun;

/// What models said about rows that they were not trained on.
struct HeldOut {
  std::size_t labels = 0;
  std::vector<double> confusion;                  ///< labels × labels, as confusion_matrix()
  std::vector<RocPoint> roc;                      ///< for two classes
  std::vector<CalibrationBin> calibration_curve;  ///< likewise, where there are probabilities
};

/// By the labels of the model.
std::vector<std::int32_t> truth_of_rows(const TrainingRun& run);

/// From scores, rows × problems: the label is that of the largest or, for two classes, the side of zero.
HeldOut judge_scores(const TrainingRun& run, std::span<const double> scores);

/// From probabilities too, rows × labels.
HeldOut judge_probabilities(const TrainingRun& run, std::span<const double> scores,
                            std::span<const double> probabilities);

Json held_out_json(const HeldOut& held_out);

}  // namespace smsvm::cli
