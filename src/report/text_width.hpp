#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smsvm::report {

/// An estimate on the safe side for the usual sans-serif fonts: what is drawn does not know the reader's font.
double text_width(std::string_view text, double font_size);

/// Broken at blanks into lines of at most this width; a longer word is cut short and ends in "…".
std::vector<std::string> wrapped(std::string_view text, double width, double font_size);
std::string shortened(std::string_view text, double width, double font_size);

}  // namespace smsvm::report
