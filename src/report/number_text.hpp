#pragma once

#include <string>

/// Numbers as a reader of a plot expects them, the same in every locale.
namespace smsvm::report {

std::string decimal(double value, int decimals);  ///< −12,500.50
std::string power_of_ten(int exponent);           ///< 10⁻⁶
/// mantissa · 10^exponent: 0.02, 500, 5×10⁻⁶, 10⁷.
std::string scaled(double mantissa, int exponent);
/// For tooltips: up to six digits, 0.0123457 or 1.5e-09.
std::string short_number(double value);

}  // namespace smsvm::report
