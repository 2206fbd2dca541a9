#include "cli/weight_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.hpp"
#include "cli/word_lines.hpp"
#include "data/excerpt.hpp"
#include "data/weight_number.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* balanced_word = "balanced";

ClassWeight parse_class_weight(const std::string& text) {
  const std::size_t equals = text.rfind('=');  // a label may hold one, a number does not
  const auto weight = equals == std::string::npos ? std::nullopt : parse_weight(text.substr(equals + 1));
  if (!weight) {
    throw OptionError(fmt::format(
        "--class-weight {}: expected LABEL=WEIGHT with a weight >= 0, for example 1=2.5, or the word balanced",
        printable(text)));
  }
  return {Label::parse(text.substr(0, equals)), *weight};
}

}  // namespace

void parse_class_weights(const std::vector<std::string>& arguments, TrainingOptions& options) {
  for (const std::string& argument : arguments) {
    if (argument == balanced_word) {
      options.balanced_classes = true;
      continue;
    }
    ClassWeight entry = parse_class_weight(argument);
    if (std::ranges::find(options.class_weight, entry.label, &ClassWeight::label) != options.class_weight.end()) {
      throw OptionError(fmt::format("--class-weight {}: this class has a weight already", printable(argument)));
    }
    options.class_weight.push_back(std::move(entry));
  }
}

std::vector<double> read_sample_weights(const std::string& path, std::int64_t rows) {
  const Source source = Source::open(path);
  std::vector<double> weights;
  for_each_line(source, weight_expected, [&](WordLine& line) {
    const std::string_view word = line.next_word();
    const auto weight = parse_weight(word);
    if (!weight) line.fail(fmt::format("{} is not a weight", in_quotes(word)));
    if (std::ssize(weights) == rows)
      line.fail(fmt::format("more weights than the {} of the data", counted(rows, "row")));
    weights.push_back(*weight);
    if (!line.at_end()) line.fail(fmt::format("{} follows the weight", in_quotes(line.next_word())));
  });
  if (std::ssize(weights) < rows) {
    throw DataError({source.name(), 0, 0}, fmt::format("{} weights", with_thousands(std::ssize(weights))),
                    fmt::format("expected one for each of the {} of the data", counted(rows, "row")));
  }
  return weights;
}

}  // namespace smsvm::cli
