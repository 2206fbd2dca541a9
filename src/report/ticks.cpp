#include "report/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "report/number_text.hpp"

namespace smsvm::report {
namespace {

/// Forgives the rounding of the ends, so that a tick on the edge is kept.
constexpr double slack = 1e-9;

/// mantissa · 10^exponent, with mantissa 1, 2 or 5.
struct Step {
  int mantissa = 1;
  int exponent = 0;

  /// A power of ten below 1 has no exact double; its inverse has, and makes 3 · 0.1 the double nearest to 0.3.
  double times(std::int64_t count) const {
    const auto scaled_count = static_cast<double>(count * mantissa);
    return exponent < 0 ? scaled_count / std::pow(10.0, -exponent) : scaled_count * std::pow(10.0, exponent);
  }
  std::int64_t first(double low) const { return static_cast<std::int64_t>(std::ceil(low / times(1) - slack)); }
  std::int64_t last(double high) const { return static_cast<std::int64_t>(std::floor(high / times(1) + slack)); }

  Step coarser() const {
    if (mantissa == 1) return {2, exponent};
    if (mantissa == 2) return {5, exponent};
    return {1, exponent + 1};
  }
};

Step finest_step(double low, double high, int at_most) {
  Step step{1, static_cast<int>(std::floor(std::log10((high - low) / at_most)))};
  while (step.last(high) - step.first(low) + 1 > at_most) step = step.coarser();
  return step;
}

/// One way of writing for all labels of an axis: plain, or as multiples of one power of ten.
std::string linear_label(double value, const Step& step, int leading_exponent) {
  if (leading_exponent < 6 && leading_exponent >= -3) return decimal(value, std::max(0, -step.exponent));
  if (value == 0) return "0";
  const int decimals = std::max(0, leading_exponent - step.exponent);
  return decimal(value / std::pow(10.0, leading_exponent), decimals) + "×" + power_of_ten(leading_exponent);
}

std::int64_t decades_within(double low, double high) {
  return static_cast<std::int64_t>(std::floor(high + slack) - std::ceil(low - slack)) + 1;
}

std::vector<Tick> decades(double low, double high, int at_most) {
  const auto first = static_cast<int>(std::ceil(low - slack));
  const auto last = static_cast<int>(std::floor(high + slack));
  const int stride = std::max(1, (last - first + at_most) / at_most);
  std::vector<Tick> ticks;
  for (int exponent = first - 1; exponent <= last; ++exponent) {
    if (exponent >= first) ticks.push_back({double(exponent), exponent % stride == 0 ? power_of_ten(exponent) : ""});
    if (last - first > 6) continue;  // the lines between decades would only blur
    for (int mantissa = 2; mantissa < 10; ++mantissa) {
      const double position = exponent + std::log10(mantissa);
      if (position >= low && position <= high) ticks.push_back({position, ""});
    }
  }
  return ticks;
}

std::vector<Tick> with_mantissas(std::span<const int> mantissas, double low, double high) {
  std::vector<Tick> ticks;
  for (auto exponent = static_cast<int>(std::floor(low)); exponent <= high; ++exponent) {
    for (const int mantissa : mantissas) {
      const double position = exponent + std::log10(mantissa);
      if (position >= low - slack && position <= high + slack) ticks.push_back({position, scaled(mantissa, exponent)});
    }
  }
  return ticks;
}

/// Less than a decade: evenly spaced values. The power of ten is split off, since by itself it may not be a double.
std::vector<Tick> evenly_spaced_values(double low, double high, int at_most) {
  const double exponent = std::floor(low);
  const double low_mantissa = std::pow(10.0, low - exponent);
  const double high_mantissa = std::pow(10.0, high - exponent);
  const Step step = finest_step(low_mantissa, high_mantissa, at_most);
  std::vector<Tick> ticks;
  for (std::int64_t count = step.first(low_mantissa); count <= step.last(high_mantissa); ++count) {
    const double mantissa = step.times(count);
    ticks.push_back({exponent + std::log10(mantissa), scaled(mantissa, static_cast<int>(exponent))});
  }
  return ticks;
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int at_most, bool whole) {
  Step step = finest_step(low, high, at_most);
  if (whole && step.exponent < 0) step = {1, 0};
  const std::int64_t first = step.first(low), last = step.last(high);
  const double largest = std::max(std::abs(step.times(first)), std::abs(step.times(last)));
  const int leading_exponent = largest > 0 ? static_cast<int>(std::floor(std::log10(largest) + slack)) : 0;
  std::vector<Tick> ticks;
  for (std::int64_t count = first; count <= last; ++count) {
    const double value = step.times(count);
    ticks.push_back({value, linear_label(value, step, leading_exponent)});
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(double low, double high, int at_most) {
  if (decades_within(low, high) >= 3 || high - low > 1.5) return decades(low, high, at_most);
  constexpr std::array fine = {1, 2, 5};
  constexpr std::array coarse = {1, 3};
  for (const std::span<const int> mantissas : {std::span<const int>(fine), std::span<const int>(coarse)}) {
    std::vector<Tick> ticks = with_mantissas(mantissas, low, high);
    if (ticks.size() >= 3 && ticks.size() <= static_cast<std::size_t>(at_most)) return ticks;
  }
  return evenly_spaced_values(low, high, at_most);
}

}  // namespace smsvm::report
