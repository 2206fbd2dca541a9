#include "cli/penalty_factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "cli/text.hpp"
#include "cli/word_lines.hpp"
#include "data/excerpt.hpp"
#include "data/number.hpp"
#include "data/source.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* expected = "a line holds a feature's number, a blank and its factor >= 0";

struct FeatureFactor {
  std::int64_t feature;
  double factor;
};

std::int64_t parse_feature(WordLine& line) {
  const std::string_view word = line.next_word();
  std::int64_t feature = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), feature);
  if (result.ec != std::errc{} || result.ptr != word.data() + word.size() || feature < 1) {
    line.fail(fmt::format("{} is not the number of a feature", in_quotes(word)));
  }
  return feature;
}

double parse_factor(WordLine& line) {
  const std::string_view word = line.next_word();
  if (word.empty()) line.fail("the factor is missing");
  const auto number = parse_number<double>(word);
  const bool finite = number.kind == NumberKind::finite || number.kind == NumberKind::underflow;
  if (!finite || number.value < 0) line.fail(fmt::format("{} is not a factor", in_quotes(word)));
  return number.value;
}

FeatureFactor parse_line(WordLine& line) {
  const std::int64_t feature = parse_feature(line);
  const double factor = parse_factor(line);
  if (!line.at_end()) line.fail(fmt::format("{} follows the factor", in_quotes(line.next_word())));
  return {feature, factor};
}

/// The stored column of a feature, if the data have it.
std::optional<std::size_t> column_of(const Dataset& data, std::int64_t feature) {
  if (data.feature_ids.empty()) {
    if (feature > data.features) return {};
    return static_cast<std::size_t>(feature - 1);
  }
  const auto found = std::ranges::lower_bound(data.feature_ids, feature);
  if (found == data.feature_ids.end() || *found != feature) return {};
  return static_cast<std::size_t>(found - data.feature_ids.begin());
}

}  // namespace

std::vector<double> read_penalty_factors(const std::string& path, const Dataset& data, Log& log) {
  const Source source = Source::open(path);
  std::vector<double> factors(static_cast<std::size_t>(data.features), 1.0);
  std::unordered_set<std::int64_t> seen;
  std::int64_t unused = 0;
  for_each_line(source, expected, [&](WordLine& line) {
    const FeatureFactor entry = parse_line(line);
    if (!seen.insert(entry.feature).second)
      line.fail(fmt::format("feature {} stands here a second time", entry.feature));
    if (const auto column = column_of(data, entry.feature)) {
      factors[*column] = entry.factor;
    } else {
      ++unused;
    }
  });
  if (unused > 0) {
    log.warning(fmt::format("{}: {} not in the data; ignored", path, counted(unused, "feature")));
  }
  return factors;
}

}  // namespace smsvm::cli
