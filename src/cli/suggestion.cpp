#include "cli/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace smsvm::cli {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> before_previous, previous(to.size() + 1), row(to.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before_previous[j - 2] + 1);
    }
    before_previous = previous;
    previous = row;
  }
  return previous.back();
}

}  // namespace

std::string did_you_mean(const std::string& given, const std::vector<std::string>& names) {
  if (names.empty() || given.size() > 100) return {};
  const auto distance = [&](const std::string& name) {
    // The beginning of a name is as good as a slip.
    return given.size() >= 3 && name.starts_with(given) ? std::size_t{1} : edit_distance(given, name);
  };
  const std::string& nearest = *std::ranges::min_element(names, {}, distance);
  const std::size_t most = std::max<std::size_t>(2, given.size() / 3);
  if (distance(nearest) > most || distance(nearest) >= given.size()) return {};
  return fmt::format("; did you mean {}?", nearest);
}

}  // namespace smsvm::cli
