#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/problem.hpp"

namespace smsvm::judge {

/// The families that problems are drawn from: kinds of numbers that have misled trainers, or may.
std::vector<std::string> family_names();

/// The same for the same family and number, always. Throws std::invalid_argument for a family that does not exist.
Problem draw_problem(std::string_view family, std::uint64_t number);

}  // namespace smsvm::judge
