#include "cli/training_classes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/loading.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

std::int32_t index_of(const Labels& labels, const Label& label) {
  const auto found = std::ranges::find(labels.distinct, label);
  return found == labels.distinct.end() ? -1 : static_cast<std::int32_t>(found - labels.distinct.begin());
}

std::int32_t positive_asked_for(const Labels& labels, const std::string& text) {
  const std::int32_t index = index_of(labels, Label::parse(text));
  if (index < 0) {
    throw OptionError(fmt::format("--positive {}: no row has this label; there are: {}", text, list_classes(labels)));
  }
  return index;
}

std::int32_t positive_by_custom(const Labels& labels) {
  const std::int32_t plus = index_of(labels, Label::parse("1"));
  const bool plus_minus_one = plus >= 0 && index_of(labels, Label::parse("-1")) >= 0;
  return plus_minus_one ? plus : 0;
}

/// What to call all the other classes at once: −1 beside a number, if no class is called that.
Label name_of_the_rest(const Labels& labels, const Label& positive) {
  if (positive.numeric && index_of(labels, Label::parse("-1")) < 0) return Label::parse("-1");
  std::string name = "rest";
  while (index_of(labels, Label::parse(name)) >= 0) name = "not-" + positive.text + "-" + name;
  return Label::parse(name);
}

}  // namespace

TrainingClasses choose_classes(const Labels& labels, const std::optional<std::string>& positive,
                               const std::string& source) {
  const std::size_t count = labels.distinct.size();
  if (count == 0) {
    throw Error(ErrorKind::bad_data, fmt::format("{}: there are no labels; training needs them", source));
  }
  if (count == 1) {
    throw Error(ErrorKind::bad_data, fmt::format("{}: every row has the label {}; training needs two classes", source,
                                                 labels.distinct.front().text));
  }
  if (count > 2 && !positive) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: {} classes: {}; choose one to train against the rest, for example --positive {}",
                            source, count, list_classes(labels), labels.distinct.front().text));
  }
  TrainingClasses classes;
  classes.positive = positive ? positive_asked_for(labels, *positive) : positive_by_custom(labels);
  classes.positive_label = labels.distinct[static_cast<std::size_t>(classes.positive)];
  classes.negative_label = count == 2 ? labels.distinct[static_cast<std::size_t>(1 - classes.positive)]
                                      : name_of_the_rest(labels, classes.positive_label);
  return classes;
}

}  // namespace smsvm::cli
