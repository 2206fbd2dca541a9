#include "cli/result/fact_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

std::string with_minus(const std::string& text) { return text.starts_with('-') ? "−" + text.substr(1) : text; }

std::string measure_text(double value) {
  constexpr double seen_in_four_decimals = 0.001;
  const bool seen = value == 0 || std::abs(value) >= seen_in_four_decimals;
  return with_minus(seen ? fmt::format("{:.4f}", value) : fmt::format("{:.2g}", value));
}

struct Words {
  const char* key;
  const char* words;
};

std::string look_up(std::span<const Words> list, const std::string& key) {
  const auto found = std::ranges::find_if(list, [&](const Words& words) { return key == words.key; });
  return found == list.end() ? key : found->words;
}

}  // namespace

report::Cell number_cell(const std::optional<FactView>& fact, int digits) {
  if (!fact) return no_value;
  return {with_minus(fmt::format("{:.{}g}", fact->number(), digits)), fact->as_written()};
}

report::Cell number_cell(double value, int digits) {
  return {with_minus(fmt::format("{:.{}g}", value, digits)), fmt::format("{}", value)};
}

report::Cell measure_cell(const std::optional<FactView>& fact) {
  if (!fact) return no_value;
  return {measure_text(fact->number()), fact->as_written()};
}

report::Cell measure_cell(double value) { return {measure_text(value), fmt::format("{}", value)}; }

report::Cell score_cell(const std::optional<FactView>& mean, const std::optional<FactView>& error) {
  if (!mean || !mean->is_number()) return no_value;
  if (!error || !error->is_number()) return measure_cell(mean);
  return {fmt::format("{} ± {}", measure_text(mean->number()), measure_text(error->number())),
          fmt::format("{} ± {}", mean->as_written(), error->as_written())};
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
  constexpr std::array words = {Words{"converged", "Converged"},
                                Words{"stationary", "Stopped where no step helps"},
                                Words{"max_passes", "Stopped at the limit of passes"},
                                Words{"max_seconds", "Stopped at the limit of time"},
                                Words{"stalled", "Stalled"},
                                Words{"interrupted", "Interrupted"}};
  return look_up(words, status);
}

std::string calibration_words(const std::string& method) {
  constexpr std::array words = {Words{"platt", "Platt's sigmoid"}, Words{"isotonic", "isotonic regression"}};
  return look_up(words, method);
}

std::string metric_words(const std::string& metric) {
  constexpr std::array words = {Words{"balanced-accuracy", "balanced accuracy"}, Words{"auc", "AUC"}, Words{"f1", "F1"},
                                Words{"hinge", "hinge loss"}};
  return look_up(words, metric);
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace smsvm::cli
