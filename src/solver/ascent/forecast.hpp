#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "solver/ascent/number_packing.hpp"

namespace smsvm {

/// Tells when another method would be cheaper, from how the gap has fallen so far.
class Forecast {
 public:
  /// `cost`: what has been spent.
  void note(double cost, double gap) { history_.emplace_back(cost, gap); }

  /// What is still to be spent until the gap is `goal`, at the mean speed of the later half.
  double remaining(double goal) const {
    const auto [cost, gap] = history_.back();
    if (gap <= goal) return 0;
    const auto half =
        std::find_if(history_.begin(), history_.end(), [&](const auto& at) { return 2 * at.first >= cost; });
    const double speed = std::log(half->second / gap) / (cost - half->first);
    return speed > 0 ? std::log(gap / goal) / speed : std::numeric_limits<double>::infinity();
  }

  void save(NumberPacker& to) const {
    to.put(static_cast<double>(history_.size()));
    for (const auto& [cost, gap] : history_) {
      to.put(cost);
      to.put(gap);
    }
  }
  void restore(NumberUnpacker& from) {
    history_.resize(from.count(from.left() / 2));
    for (auto& [cost, gap] : history_) {
      cost = from.next();
      gap = from.next();
    }
  }

 private:
  std::vector<std::pair<double, double>> history_;
};

}  // namespace smsvm
