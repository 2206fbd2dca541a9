#include "cli/training_classes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/loading.hpp"
#include "data/rest_label.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_classes = 1000;  // beyond, labels are mostly measurements, and a run would not end

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
    if (count > most_classes) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("{}: {} classes, and no more than {} are trained; are the labels classes at "
                              "all? one can be trained against the rest: --positive {}",
                              source, count, most_classes, labels.distinct.front().text));
    }
    TrainingClasses classes{labels.sorted(), {}};
    for (const std::int32_t label : classes.positive)
      classes.labels.push_back(labels.distinct[static_cast<std::size_t>(label)]);
    return classes;
  }
  const std::int32_t chosen = positive
                                  ? positive_asked_for(labels, *positive)
                                  : static_cast<std::int32_t>(positive_of_two(labels.distinct[0], labels.distinct[1]));
  const Label& its_label = labels.distinct[static_cast<std::size_t>(chosen)];
  const Label other =
      count == 2 ? labels.distinct[static_cast<std::size_t>(1 - chosen)] : name_of_the_rest(labels.distinct, its_label);
  return {{chosen}, {its_label, other}};
}

}  // namespace smsvm::cli
