#pragma once

#include <string_view>
#include <vector>

#include "judge/draft.hpp"
#include "judge/problem.hpp"
#include "judge/random.hpp"

namespace smsvm::judge {

/// One of several kinds: whole numbers, some zeros, many orders of magnitude.
std::vector<double> draw_row_weights(Random& random, std::size_t rows);

/// The numbers as text, and what is asked about them: penalty, intercept, precision, method, tolerance.
Problem with_settings(Random& random, const Draft& draft, std::string_view family);

}  // namespace smsvm::judge
