#pragma once

#include <optional>
#include <string>

/// What a certificate proves, in words.
namespace smsvm::cli {

/// "proved: at most 0.0041 % above the optimum", or that nothing is proved.
std::string describe_proof(double primal, const std::optional<double>& dual);

/// The same of several classes, told by the one with the largest gap.
std::string describe_proof_of_classes(const std::string& weakest, double primal, const std::optional<double>& dual);

}  // namespace smsvm::cli
