#include "cli/result/fact_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

}  // namespace

report::Cell number_cell(const std::optional<FactView>& fact, int digits) {
  if (!fact) return no_value;
  return {with_minus(fmt::format("{:.{}g}", fact->number(), digits)), fact->as_written()};
}

report::Cell number_cell(double value, int digits) {
  return {with_minus(fmt::format("{:.{}g}", value, digits)), fmt::format("{}", value)};
}

report::Cell count_cell(const std::optional<FactView>& fact) {
  if (!fact) return no_value;
  return {with_thousands(fact->count()), fact->as_written()};
}

report::Cell seconds_cell(const std::optional<FactView>& fact) {
  if (!fact) return no_value;
  return {duration(fact->number()), fact->as_written()};
}

report::Cell bytes_cell(const std::optional<FactView>& fact) {
  if (!fact) return no_value;
  return {byte_count(fact->count()), fact->as_written()};
}

std::string status_words(const std::string& status) {
  struct Words {
    const char* status;
    const char* words;
  };
  constexpr std::array known = {Words{"converged", "Converged"},
                                Words{"stationary", "Stopped where no step helps"},
                                Words{"max_passes", "Stopped at the limit of passes"},
                                Words{"max_seconds", "Stopped at the limit of time"},
                                Words{"stalled", "Stalled"},
                                Words{"interrupted", "Interrupted"}};
  const auto found = std::ranges::find_if(known, [&](const Words& words) { return status == words.status; });
  return found == known.end() ? status : found->words;
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace smsvm::cli
