#include "experiments/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "report/number_text.hpp"

namespace smsvm::experiments {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// As many as show three digits of the value, and no more than make sense of a clock that is read to 0.1 ms.
int decimals_of_seconds(double seconds) {
  constexpr int most = 4;
  if (!(seconds > 0)) return most;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(seconds))), 0, most);
}

}  // namespace

Summary summarize(std::span<const double> values) {
  if (values.empty()) return {};
  Summary summary{mean_of(values), 0, values.size()};
  if (values.size() < 2) return summary;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return summary;
}

bool Difference::is_clear() const { return count > 1 && std::abs(mean) > 2 * error; }

Difference paired_difference(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) throw std::invalid_argument("pairs need two lists of equal length");
  std::vector<double> differences;
  for (std::size_t k = 0; k < a.size(); ++k) differences.push_back(a[k] - b[k]);
  const Summary summary = summarize(differences);
  if (summary.count == 0) return {};
  return {summary.mean, summary.deviation / std::sqrt(static_cast<double>(summary.count)), summary.count};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

std::optional<double> fitted_exponent(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 2 || x.size() != y.size()) return std::nullopt;
  std::vector<double> across, up;
  for (const double value : x) across.push_back(std::log(value));
  for (const double value : y) up.push_back(std::log(value));
  const double across_mean = mean_of(across), up_mean = mean_of(up);
  double products = 0, squares = 0;
  for (std::size_t k = 0; k < across.size(); ++k) {
    products += (across[k] - across_mean) * (up[k] - up_mean);
    squares += (across[k] - across_mean) * (across[k] - across_mean);
  }
  return squares > 0 ? std::optional(products / squares) : std::nullopt;
}

std::string percent_text(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string percent_text(const Summary& share) {
  if (share.count == 0) return std::string(no_value);
  if (share.count == 1) return percent_text(share.mean);
  return fmt::format("{} ± {}", percent_text(share.mean), percent_text(share.deviation));
}

std::string percent_text(const Difference& difference) {
  if (difference.count < 2) return fmt::format("{:.2f}", 100 * difference.mean);
  return fmt::format("{:.2f} ± {:.2f}", 100 * difference.mean, 100 * difference.error);
}

std::string seconds_text(double seconds) { return report::decimal(seconds, decimals_of_seconds(seconds)); }

std::string seconds_text(const Summary& seconds) {
  if (seconds.count == 0) return std::string(no_value);
  if (seconds.count == 1) return seconds_text(seconds.mean);
  return fmt::format("{} ± {}", seconds_text(seconds.mean),
                     report::decimal(seconds.deviation, decimals_of_seconds(seconds.mean)));
}

std::string passes_text(double passes) { return report::decimal(passes, passes < 99.95 ? 1 : 0); }

std::string gap_text(double gap) { return fmt::format("{:.1e}", gap); }

std::string gap_text(const std::optional<double>& gap) { return gap ? gap_text(*gap) : std::string(no_value); }

std::string count_text(std::int64_t count) { return report::decimal(static_cast<double>(count), 0); }

std::string list_text(const std::vector<std::string>& entries) {
  if (entries.empty()) return "none";
  std::string text = entries.front();
  for (std::size_t k = 1; k < entries.size(); ++k) text += (k + 1 < entries.size() ? ", " : " and ") + entries[k];
  return text;
}

}  // namespace smsvm::experiments
