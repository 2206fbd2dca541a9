#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// How large the data are: what decides which way a problem is solved.
struct DataShape {
  std::int64_t rows = 0, features = 0;
  std::int64_t nonzeros = 0;  ///< stored values that are not zero
  Precision precision = Precision::float64;
};

}  // namespace smsvm
