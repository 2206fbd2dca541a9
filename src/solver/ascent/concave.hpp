#pragma once

#include <utility>

namespace smsvm {

/// Where a concave function of one number in [low, high] is largest, to a millionth of the width.
template <class Function>
double largest_of_concave(double low, double high, const Function& value) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = value(left), at_right = value(right);
  for (int k = 0; k < 28; ++k) {
    if (at_left < at_right) {
      low = std::exchange(left, right), at_left = at_right;
      right = low + golden * (high - low), at_right = value(right);
    } else {
      high = std::exchange(right, left), at_right = at_left;
      left = high - golden * (high - low), at_left = value(left);
    }
  }
  return (low + high) / 2;
}

}  // namespace smsvm
