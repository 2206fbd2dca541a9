#pragma once

#include <string>

#include "experiments/run.hpp"

namespace smsvm::experiments {

/// Says what is being done now, to whoever listens.
inline void announce(const Settings& settings, const std::string& text) {
  if (settings.tell) settings.tell(text);
}

}  // namespace smsvm::experiments
