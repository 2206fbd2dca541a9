#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "smsvm/export.hpp"

namespace smsvm {

// How good predictions are. Plain numbers in, plain numbers out. Rows weigh 1 where `weight` is empty; a row of weight
// k counts like k copies of it, a row of weight 0 not at all. What is not defined for want of rows (a ranking of one
// class only, the precision of a class that is never predicted) is nan.

// Two classes: `sign` is +1 or −1, and a score above 0 means +1.

SMSVM_API double accuracy(std::span<const double> score, std::span<const std::int8_t> sign,
                          std::span<const double> weight = {});
/// Mean of max(0, 1 − sign · score).
SMSVM_API double mean_hinge_loss(std::span<const double> score, std::span<const std::int8_t> sign,
                                 std::span<const double> weight = {});
/// Area under the ROC curve: the probability that a row of +1 scores above one of −1; equal scores count half. nan
/// where there is one class only, or a score is nan.
SMSVM_API double auc(std::span<const double> score, std::span<const std::int8_t> sign,
                     std::span<const double> weight = {});

struct RocPoint {
  double false_positive_rate = 0, true_positive_rate = 0;
  double threshold = 0;  ///< rows that score at least this are taken for +1; infinite at (0, 0)
};
/// From (0, 0) to (1, 1); only the corners, and of those about `most_points` where there are more. Empty where auc() is
/// nan.
SMSVM_API std::vector<RocPoint> roc_curve(std::span<const double> score, std::span<const std::int8_t> sign,
                                          std::span<const double> weight = {}, std::size_t most_points = 300);

// Any number of classes, numbered from 0.

/// What precision and recall are made of: weights of rows, per class.
struct SMSVM_API ClassCounts {
  std::vector<double> actual;     ///< rows that belong to the class
  std::vector<double> predicted;  ///< rows that are said to
  std::vector<double> correct;    ///< both

  std::size_t classes() const { return actual.size(); }
  double accuracy() const;
  double balanced_accuracy() const;  ///< mean recall of the classes that occur
  double precision(std::size_t its_class) const;
  double recall(std::size_t its_class) const;
  double f1(std::size_t its_class) const;  ///< nan only for a class that neither occurs nor is predicted
  double macro_f1() const;                 ///< mean of what is not nan
  double weighted_f1() const;              ///< mean over the classes, each weighing its rows
};
SMSVM_API ClassCounts count_classes(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted,
                                    std::size_t classes, std::span<const double> weight = {});
/// classes × classes, row-major: a row per true class, a column per predicted one.
SMSVM_API std::vector<double> confusion_matrix(std::span<const std::int32_t> truth,
                                               std::span<const std::int32_t> predicted, std::size_t classes,
                                               std::span<const double> weight = {});
/// Of each class against all others, by its own column of `scores` (rows × classes, row-major).
SMSVM_API std::vector<double> one_versus_rest_auc(std::span<const double> scores, std::span<const std::int32_t> truth,
                                                  std::size_t classes, std::span<const double> weight = {});
/// Of what is not nan; nan if nothing is.
SMSVM_API double mean_of_defined(std::span<const double> values);

// Probabilities. Two classes: that of +1. More: rows × classes, row-major, each row with sum 1.

/// Mean of −ln p(truth), with p no nearer to 0 than 2⁻⁵²: one row that was thought impossible must not decide alone.
SMSVM_API double log_loss(std::span<const double> probability, std::span<const std::int8_t> sign,
                          std::span<const double> weight = {});
SMSVM_API double log_loss(std::span<const double> probability, std::span<const std::int32_t> truth, std::size_t classes,
                          std::span<const double> weight = {});
/// Two classes: mean of (p − [sign = +1])². More: of the sum of these over the classes.
SMSVM_API double brier_score(std::span<const double> probability, std::span<const std::int8_t> sign,
                             std::span<const double> weight = {});
SMSVM_API double brier_score(std::span<const double> probability, std::span<const std::int32_t> truth,
                             std::size_t classes, std::span<const double> weight = {});

struct CalibrationBin {
  double mean_probability = 0;  ///< as predicted
  double share_positive = 0;    ///< as it came
  double weight = 0;            ///< of the rows in it
};
/// Bins of equal width over [0, 1], without the empty ones.
SMSVM_API std::vector<CalibrationBin> calibration_curve(std::span<const double> probability,
                                                        std::span<const std::int8_t> sign,
                                                        std::span<const double> weight = {}, std::size_t bins = 10);

}  // namespace smsvm
