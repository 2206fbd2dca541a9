#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What is said of many measurements, and how a number reads in a table.
namespace smsvm::experiments {

struct Summary {
  double mean = 0;
  double deviation = 0;  ///< standard, of the sample (n − 1); 0 for fewer than two
  std::size_t count = 0;
};
Summary summarize(std::span<const double> values);

/// How two methods differ that were measured on the same problems. Pairs cancel what makes a problem hard for both, so
/// that far smaller differences show than the deviations of either would let one see.
struct Difference {
  double mean = 0;   ///< of a − b
  double error = 0;  ///< its standard error, s/√n; 0 for fewer than two pairs, which says nothing
  std::size_t count = 0;

  /// More than two standard errors. One pair shows nothing.
  bool is_clear() const;
};
/// `a` and `b` in the same order, of equal length; otherwise std::invalid_argument.
Difference paired_difference(std::span<const double> a, std::span<const double> b);

/// Of an even number, the mean of the two in the middle; 0 of none.
double median(std::vector<double> values);

/// k of y ≈ c·xᵏ, by least squares on the logarithms; nothing for fewer than two different x.
std::optional<double> fitted_exponent(std::span<const double> x, std::span<const double> y);

/// What stands in a cell where there is nothing to say.
inline constexpr std::string_view no_value = "–";

std::string percent_text(double share);                          ///< 0.859: "85.9"
std::string percent_text(const Summary& share);                  ///< "85.9 ± 0.3"; "85.9" of a single value
std::string percent_text(const Difference& difference);          ///< "1.21 ± 0.03", with the standard error
std::string seconds_text(double seconds);                        ///< three digits at most: "0.0021", "1.25", "148"
std::string seconds_text(const Summary& seconds);                ///< "1.25 ± 0.03"; "1.25" of a single value
std::string passes_text(double passes);                          ///< "9.4", "120"
std::string gap_text(double gap);                                ///< "3.2e-05"
std::string gap_text(const std::optional<double>& gap);          ///< no_value where there is none
std::string count_text(std::int64_t count);                      ///< "10,000"
std::string list_text(const std::vector<std::string>& entries);  ///< "a, b and c"

}  // namespace smsvm::experiments
