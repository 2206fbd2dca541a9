#pragma once

#include <string>

#include "cli/log.hpp"
#include "cli/resources.hpp"

namespace smsvm::cli {

/// A bar on the last line of a terminal; nothing at all elsewhere. Vanishes with its object.
class ProgressBar {
 public:
  explicit ProgressBar(Log& log) : log_(log) {}
  ~ProgressBar() { log_.clear_transient(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws at most ten times a second; `share` done in [0, 1].
  void show(double share, const std::string& text);

 private:
  Log& log_;
  Stopwatch watch_;
  double next_ = 0;  ///< when to draw again, so that a bar does not slow what it measures
};

}  // namespace smsvm::cli
