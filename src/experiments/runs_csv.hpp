#pragma once

#include <span>
#include <string>

#include "experiments/run.hpp"

namespace smsvm::experiments {

/// One line per run, with a header; what was not measured is empty.
std::string runs_csv(std::span<const Run> runs);

}  // namespace smsvm::experiments
