#pragma once

#include <deque>
#include <optional>

namespace smsvm::cli {

/// How far a run is and how long it may still take: the logarithm of the gap, continued as it went lately.
class ConvergenceForecast {
 public:
  explicit ConvergenceForecast(double tolerance) : tolerance_(tolerance) {}

  void add(double seconds, double relative_gap);
  double share() const;                     ///< of the way from the first gap to the tolerance, on the log scale
  std::optional<double> remaining() const;  ///< seconds; none while nothing can be said

 private:
  struct Sample {
    double seconds, log_gap;
  };
  double tolerance_;
  std::optional<double> first_;  ///< log of the first gap
  std::deque<Sample> recent_;
};

}  // namespace smsvm::cli
