#pragma once

#include <cstdint>
#include <vector>

#include "smsvm/solver.hpp"

namespace smsvm {

inline std::vector<std::int8_t> signs_of(const Labels& labels, std::int32_t positive) {
  std::vector<std::int8_t> sign;
  sign.reserve(labels.of_row.size());
  for (const std::int32_t label : labels.of_row) sign.push_back(label == positive ? 1 : -1);
  return sign;
}

/// With the sign of each row, which has one of these labels.
inline Target with_signs(Target target, const Labels& labels) {
  if (target.sign.empty()) target.sign = signs_of(labels, target.positive);
  target.positive = -1;
  return target;
}

}  // namespace smsvm
