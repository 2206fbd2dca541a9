#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace smsvm::test {

/// Up to rounding; or both are not defined.
inline bool same(double one, double other) {
  return (std::isnan(one) && std::isnan(other)) || std::abs(one - other) < 1e-12;
}

/// Rows of two classes with scores and small whole weights, some of them 0.
struct ScoredRows {
  std::vector<double> score;
  std::vector<std::int8_t> sign;
  std::vector<double> weight;

  std::size_t size() const { return score.size(); }

  /// Every row as often as it weighs.
  ScoredRows repeated() const {
    ScoredRows rows;
    for (std::size_t i = 0; i < size(); ++i) {
      for (double k = 0; k < weight[i]; ++k) {
        rows.score.push_back(score[i]);
        rows.sign.push_back(sign[i]);
        rows.weight.push_back(1);
      }
    }
    return rows;
  }
};

/// Few different scores, so that many are equal.
inline ScoredRows any_rows() {
  ScoredRows rows;
  const auto count = *rc::gen::inRange(0, 30);
  for (int i = 0; i < count; ++i) {
    rows.score.push_back(*rc::gen::inRange(-4, 5) / 2.0);
    rows.sign.push_back(*rc::gen::element<std::int8_t>(-1, 1));
    rows.weight.push_back(*rc::gen::inRange(0, 4));
  }
  return rows;
}

}  // namespace smsvm::test
