#pragma once

#include <cmath>

namespace smsvm {

/// 1/(1 + exp(−z)) without overflow, and with all digits where it is small.
inline double logistic(double z) {
  const double small = std::exp(-std::abs(z));
  return (z >= 0 ? 1 : small) / (1 + small);
}

/// ln(1 + exp(z)) without overflow.
inline double softplus(double z) { return std::fmax(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

}  // namespace smsvm
