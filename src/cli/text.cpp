#include "cli/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace smsvm::cli {

std::string duration(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.3f} s", seconds);
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  if (seconds > 1e9) return "ages";
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string byte_count(std::int64_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < units.size()) {
    amount /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string percent_at_most(double share) {
  const double percent = 100 * share;
  if (!(percent > 0)) return "0 %";
  const double unit = std::pow(10.0, std::floor(std::log10(percent)) - 1);
  // A hair of slack, so that 0.0041 stays 0.0041 and does not become 0.0042 by the rounding of the division.
  const double rounded = std::ceil(percent / unit * (1 - 1e-12)) * unit;
  return rounded < 1e-7 ? fmt::format("{:.2g} %", rounded)
                        : fmt::format("{:.{}f} %", rounded,
                                      rounded >= 10 ? 0 : static_cast<int>(std::ceil(-std::log10(unit) - 1e-9)));
}

}  // namespace smsvm::cli
