#include <algorithm>
#include <cmath>

#include "evaluate/calibration.hpp"
#include "evaluate/logistic.hpp"
#include "evaluate/weighted_mean.hpp"

namespace smsvm {
namespace {

/// Scores moved and scaled to mean 0 and deviation 1, so that Newton's system is a good one whatever their size.
struct Standardized {
  std::vector<double> score;
  double mean = 0, deviation = 0;  ///< 0: all scores are equal

  explicit Standardized(const CalibrationRows& rows) : score(rows.score) {
    double largest = 0;  // divided by first: the square of a large score need not be finite
    for (const double value : score) largest = std::max(largest, std::abs(value));
    if (largest == 0) return;
    for (double& value : score) value /= largest;
    const double centre = weighted_mean(score.size(), rows.weight, [&](std::size_t i) { return score[i]; });
    const double variance = weighted_mean(score.size(), rows.weight,
                                          [&](std::size_t i) { return (score[i] - centre) * (score[i] - centre); });
    mean = centre * largest;
    deviation = std::sqrt(variance) * largest;
    if (deviation > 0)
      for (double& value : score) value = (value - centre) / std::sqrt(variance);
  }
};

/// What p should be for the rows of each class, after Platt: as if the class had two more rows, one of them wrong. So
/// no finite sample is ever certain.
struct Targets {
  double positive, negative;

  explicit Targets(const CalibrationRows& rows)
      : positive((rows.positive + 1) / (rows.positive + 2)), negative(1 / (rows.negative + 2)) {}
};

/// The best that can be said without a score.
PlattCalibration constant(const CalibrationRows& rows) {
  const Targets target(rows);
  const double yes = rows.positive * target.positive + rows.negative * target.negative;
  const double no = rows.positive * (1 - target.positive) + rows.negative * (1 - target.negative);
  return {0, rows.size() > 0 ? std::log(yes / no) : 0};
}

/// The logistic regression of these targets on the standardised score: z = slope · x + offset.
class Regression {
 public:
  Regression(const CalibrationRows& rows, const std::vector<double>& x) : rows_(rows), x_(x), target_(rows) {}

  /// Newton's method; the loss is convex and, with these targets, has its minimum at a finite point.
  PlattCalibration minimize(PlattCalibration at) const {
    constexpr int most_steps = 100;
    constexpr double enough = 1e-12;  // mean gradient
    double loss = loss_at(at);
    for (int step = 0; step < most_steps; ++step) {
      const Derivatives here = derivatives(at);
      if (std::max(std::abs(here.slope), std::abs(here.offset)) <= enough * (rows_.positive + rows_.negative)) break;
      if (!move(at, loss, here)) break;
    }
    return at;
  }

 private:
  struct Derivatives {
    double slope = 0, offset = 0;                                 ///< first
    double slope_slope = 0, slope_offset = 0, offset_offset = 0;  ///< second
  };

  double target(std::size_t i) const { return rows_.sign[i] > 0 ? target_.positive : target_.negative; }

  double loss_at(const PlattCalibration& at) const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double z = at.slope * x_[i] + at.offset;
      // ln(1 + e^z) − t z, with the larger part taken off before it can cancel.
      const double t = target(i);
      sum += rows_.weight[i] * (z > 0 ? softplus(-z) + (1 - t) * z : softplus(z) - t * z);
    }
    return sum;
  }

  Derivatives derivatives(const PlattCalibration& at) const {
    Derivatives sum;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double z = at.slope * x_[i] + at.offset, p = logistic(z);
      const double first = rows_.weight[i] * (p - target(i)), second = rows_.weight[i] * p * logistic(-z);
      sum.slope += first * x_[i];
      sum.offset += first;
      sum.slope_slope += second * x_[i] * x_[i];
      sum.slope_offset += second * x_[i];
      sum.offset_offset += second;
    }
    return sum;
  }

  /// One step, shortened until it brings its share of the promised decrease; false if none does.
  bool move(PlattCalibration& at, double& loss, const Derivatives& here) const {
    constexpr double share = 1e-4, least_step = 1e-10, too_small_to_see = 1e-10;
    const double ridge = 1e-12 * (here.slope_slope + here.offset_offset);  // where p is 0 or 1 for all rows
    const double a = here.slope_slope + ridge, b = here.slope_offset, c = here.offset_offset + ridge;
    const double determinant = a * c - b * b;
    if (!(determinant > 0)) return false;
    const double slope = -(c * here.slope - b * here.offset) / determinant;
    const double offset = -(a * here.offset - b * here.slope) / determinant;
    const double promised = here.slope * slope + here.offset * offset;
    for (double length = 1; length >= least_step; length /= 2) {
      const PlattCalibration trial{at.slope + length * slope, at.offset + length * offset};
      const double trial_loss = loss_at(trial);
      // Near the minimum the loss no longer tells one point from another, and Newton's step is good by itself.
      const bool blind = -promised <= too_small_to_see * loss;
      if (!blind && !(trial_loss < loss + share * length * promised)) continue;
      at = trial;
      loss = trial_loss;
      return true;
    }
    return false;
  }

  const CalibrationRows& rows_;
  const std::vector<double>& x_;
  Targets target_;
};

}  // namespace

PlattCalibration fit_platt(const CalibrationRows& rows) {
  const PlattCalibration without_score = constant(rows);
  const Standardized scores(rows);
  if (!(scores.deviation > 0)) return without_score;
  const PlattCalibration best = Regression(rows, scores.score).minimize(without_score);
  const PlattCalibration unscaled{best.slope / scores.deviation,
                                  best.offset - best.slope * (scores.mean / scores.deviation)};
  return is_sound(unscaled) ? unscaled : without_score;  // scores so near to each other that a slope is no number
}

}  // namespace smsvm
