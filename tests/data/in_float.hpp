#pragma once

#include "smsvm/read.hpp"

namespace smsvm {

/// For tests about values stored as floats.
inline ReadOptions in_float() {
  ReadOptions options;
  options.precision = Precision::float32;
  return options;
}

}  // namespace smsvm
