#include "cli/row_weights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/loading.hpp"
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

ClassWeightOption ClassWeightOption::parse(const std::vector<std::string>& arguments) {
  ClassWeightOption option;
  for (const std::string& argument : arguments) {
    if (argument == balanced_word) {
      option.balanced_ = true;
      continue;
    }
    ClassWeight entry = parse_class_weight(argument);
    if (std::ranges::find(option.given_, entry.label, &ClassWeight::label) != option.given_.end()) {
      throw OptionError(fmt::format("--class-weight {}: this class has a weight already", printable(argument)));
    }
    option.given_.push_back(std::move(entry));
  }
  if (option.balanced_ && !option.given_.empty()) {
    throw OptionError("--class-weight is either balanced or LABEL=WEIGHT for some classes, not both");
  }
  return option;
}

std::vector<ClassWeight> ClassWeightOption::resolve(const Labels& labels, const std::vector<double>& row_weight) const {
  for (const ClassWeight& entry : given_) {
    if (std::ranges::find(labels.distinct, entry.label) == labels.distinct.end()) {
      throw OptionError(fmt::format("--class-weight {}={}: no row has this label; there are: {}",
                                    printable(entry.label.text), entry.weight, list_classes(labels)));
    }
  }
  return balanced_ ? balanced_weights(labels, row_weight) : given_;
}

std::vector<double> RowWeights::kept(const std::vector<double>& all) const {
  if (positive.empty() || all.empty()) return all;
  std::vector<double> chosen;
  chosen.reserve(positive.size());
  for (const std::int64_t row : positive) chosen.push_back(all[static_cast<std::size_t>(row)]);
  return chosen;
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

RowWeights choose_row_weights(const Dataset& data, const std::string& path, const ClassWeightOption& of_class) {
  RowWeights weights;
  weights.weight = path.empty() ? data.row_weight : read_sample_weights(path, data.rows);
  weights.of_samples = weights.weight;
  weights.of_class = of_class.resolve(data.labels, weights.weight);
  if (!weights.of_class.empty()) {
    weights.weight = times_class_weights(std::move(weights.weight), data.labels, weights.of_class);
  }
  if (std::ranges::find(weights.weight, 0.0) == weights.weight.end()) return weights;
  for (std::size_t i = 0; i < weights.weight.size(); ++i) {
    if (weights.weight[i] > 0) weights.positive.push_back(static_cast<std::int64_t>(i));
  }
  if (weights.positive.empty())
    throw Error(ErrorKind::bad_data, "every row has the weight 0; nothing is left to train on");
  return weights;
}

}  // namespace smsvm::cli
