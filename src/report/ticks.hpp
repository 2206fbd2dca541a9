#pragma once

#include <string>
#include <vector>

namespace smsvm::report {

struct Tick {
  double position = 0;  ///< the value; on a logarithmic axis, its logarithm to the base 10
  std::string label;    ///< empty for a minor tick
};

/// Multiples of 1, 2 or 5 times a power of ten within [low, high], the finest that make at most `at_most`; `whole`: no
/// fractions, so there may be none.
std::vector<Tick> linear_ticks(double low, double high, int at_most, bool whole = false);

/// Powers of ten between 10^low and 10^high; where fewer than two decades are covered, round values between them.
std::vector<Tick> logarithmic_ticks(double low, double high, int at_most);

}  // namespace smsvm::report
