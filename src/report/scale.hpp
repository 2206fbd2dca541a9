#pragma once

#include <span>
#include <vector>

#include "report/ticks.hpp"

namespace smsvm::report {

/// Where on an axis a value stands.
class Scale {
 public:
  /// Covers the values that have a place, with some room around them; it is never empty.
  Scale(std::span<const double> values, bool logarithmic, bool reversed = false);
  /// From 0 to 1; what lies outside has no place.
  static Scale unit();

  bool shows(double value) const;    ///< whether it has a place on such an axis at all
  double share(double value) const;  ///< of a value shown: 0 at one end of the axis, 1 at the other
  std::vector<Tick> ticks(int at_most, bool whole = false) const;  ///< `whole` is for axes that are not logarithmic
  double share(const Tick& tick) const;

 private:
  double position(double value) const;
  double share_at(double position) const;

  Scale() = default;

  bool logarithmic_ = false;
  bool reversed_ = false;
  bool fixed_ = false;
  double low_ = 0;  ///< ends, in positions: logarithms on a logarithmic axis
  double high_ = 1;
};

}  // namespace smsvm::report
