#pragma once

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Whether rows that were read as floats will do. What is claimed is always about the numbers in the source, so what
/// storing has done to them widens the gap that can be proved (docs/method.md, section 3).
/// `times`: how many times as many rows there are, where these are but a sample.
bool floats_suffice(const Dataset& data, double tolerance, int threads, double times = 1);

}  // namespace smsvm
