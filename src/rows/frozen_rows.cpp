#include "rows/frozen_rows.hpp"

namespace smsvm {

FrozenRows::FrozenRows(const Sums& total, const Sums& near) {
  for (const RowClass c : {negative_rows, positive_rows}) {
    dual_[c] = total.dual[c][smooth_dual] - near.dual[c][smooth_dual];
    moment_[c].resize(total.moment[c].size() / 2);
    for (std::size_t j = 0; j < moment_[c].size(); ++j)
      moment_[c][j] = total.moment[c][2 * j + smooth_dual] - near.moment[c][2 * j + smooth_dual];
  }
}

double FrozenRows::loss(std::span<const double> weights, double intercept) const {
  const auto score = [&](RowClass c) {  // Σ c a (x · w + b)
    double sum = intercept * dual_[c];
    for (std::size_t j = 0; j < moment_[c].size(); ++j) sum += weights[j] * moment_[c][j];
    return sum;
  };
  return dual_[negative_rows] + score(negative_rows) + dual_[positive_rows] - score(positive_rows);
}

void FrozenRows::add_to(Sums& sums, double loss) const {
  sums.hinge += loss;
  sums.smoothed += loss;
  sums.smoothed_before += loss;
  for (const RowClass c : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual}) {
      sums.dual[c][kind] += dual_[c];
      for (std::size_t j = 0; j < moment_[c].size(); ++j) sums.moment[c][2 * j + kind] += moment_[c][j];
    }
  }
}

void PendingMixture::add(const DualMixture& mixture) {
  for (const RowClass c : {negative_rows, positive_rows})
    take[c] = mixture.old * take[c] + mixture.smooth[c] + mixture.carried[c];
}

}  // namespace smsvm
