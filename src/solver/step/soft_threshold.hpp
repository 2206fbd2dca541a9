#pragma once

#include <algorithm>

namespace smsvm {

/// S of docs/method.md, section 3: what is left of x beyond ±by. Without a branch.
inline double soft_threshold(double x, double by) { return x - std::max(-by, std::min(x, by)); }

}  // namespace smsvm
