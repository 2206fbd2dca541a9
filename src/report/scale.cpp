#include "report/scale.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm::report {
namespace {

constexpr double room = 0.04;         ///< beyond the outermost values, as a share of the axis
constexpr double largest = 1e300;     ///< differences of larger values overflow
constexpr double smallest = 1e-290;   ///< below, a tenth of a difference may be no double
constexpr double resolution = 1e-9;   ///< values closer than this, relative to their size, count as equal
constexpr double near_to_zero = 0.3;  ///< an axis that begins at most here, relative to its end, begins at 0

}  // namespace

Scale::Scale(std::span<const double> values, bool logarithmic, bool reversed)
    : logarithmic_(logarithmic), reversed_(reversed) {
  bool any = false;
  for (const double value : values) {
    if (!shows(value)) continue;
    const double at = position(value);
    low_ = any ? std::min(low_, at) : at;
    high_ = any ? std::max(high_, at) : at;
    any = true;
  }
  if (!any) return;

  // A difference of logarithms is relative already.
  const double size = logarithmic_ ? 1 : std::max(std::abs(low_), std::abs(high_));
  if (high_ - low_ <= std::max(resolution * size, smallest)) {
    const double half = size > smallest ? size / 2 : 1;
    low_ -= half;
    high_ += half;
    return;
  }
  const bool from_zero = !logarithmic_ && low_ >= 0 && low_ <= near_to_zero * high_;
  const bool to_zero = !logarithmic_ && high_ <= 0 && high_ >= near_to_zero * low_;
  const double margin = room * (high_ - low_);
  low_ = from_zero ? 0 : low_ - margin;
  high_ = to_zero ? 0 : high_ + margin;
}

Scale Scale::unit() {
  Scale scale;
  scale.fixed_ = true;
  return scale;
}

bool Scale::shows(double value) const {
  if (fixed_) return value >= low_ && value <= high_;
  return std::isfinite(value) && (logarithmic_ ? value > 0 : std::abs(value) <= largest);
}

double Scale::position(double value) const { return logarithmic_ ? std::log10(value) : value; }

double Scale::share_at(double position) const {
  const double share = (position - low_) / (high_ - low_);
  return reversed_ ? 1 - share : share;
}

double Scale::share(double value) const { return share_at(position(value)); }

double Scale::share(const Tick& tick) const { return share_at(tick.position); }

std::vector<Tick> Scale::ticks(int at_most, bool whole) const {
  return logarithmic_ ? logarithmic_ticks(low_, high_, at_most) : linear_ticks(low_, high_, at_most, whole);
}

}  // namespace smsvm::report
