#include "evaluate/weighted_mean.hpp"
#include "rows/loss.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {

double accuracy(std::span<const double> score, std::span<const std::int8_t> sign, std::span<const double> weight) {
  return weighted_mean(score.size(), weight,
                       [&](std::size_t i) { return (score[i] > 0) == (sign[i] > 0) ? 1.0 : 0.0; });
}

double mean_hinge_loss(std::span<const double> score, std::span<const std::int8_t> sign,
                       std::span<const double> weight) {
  return weighted_mean(score.size(), weight,
                       [&](std::size_t i) { return SmoothedHinge::hinge(1 - sign[i] * score[i]); });
}

}  // namespace smsvm
