#include "estimate/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/rest_label.hpp"
#include "estimate/class_list.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

std::int32_t positive_asked_for(const Labels& labels, const std::string& text) {
  const std::int32_t index = index_of(labels, Label::parse(text));
  if (index < 0) {
    throw OptionError(fmt::format("--positive {}: no row has this label; there are: {}", text, list_classes(labels)));
  }
  return index;
}

/// Sorted, unless the options have an order.
std::vector<std::int32_t> in_order_of_model(const TrainingProblem& problem) {
  if (!problem.ordered_labels) return problem.labels().sorted();
  std::vector<std::int32_t> all(problem.labels().distinct.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Measured numbers, such as those of a regression, in place of classes.
bool are_hardly_classes(const Labels& labels) {
  constexpr std::size_t few = 20;
  const std::size_t count = labels.distinct.size();
  if (count <= few) return false;
  const auto fractions = static_cast<std::size_t>(std::ranges::count_if(labels.distinct, [](const Label& label) {
    return std::isfinite(label.number) && label.number != std::trunc(label.number);
  }));
  return 2 * count > labels.of_row.size() || 2 * fractions > count;
}

void check_count(const TrainingProblem& problem) {
  const Labels& labels = problem.labels();
  const std::string& source = problem.options.source;
  const std::size_t count = labels.distinct.size(), most_classes = problem.options.most_classes;
  if (count == 0) {
    throw Error(ErrorKind::bad_data, fmt::format("{}: there are no labels; training needs them", source));
  }
  if (count == 1) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: every row has the label {}{}; training needs two classes", source,
                            labels.distinct.front().text, problem.kept.empty() ? "" : ", without those of weight 0"));
  }
  if (count > most_classes && !problem.options.positive) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: {} classes, and no more than {} are trained; are the labels classes at "
                            "all? one can be trained against the rest: --positive {}",
                            source, count, most_classes, labels.distinct.front().text));
  }
  // Who allows for just so many classes knows that they are classes.
  if (are_hardly_classes(labels) && count < most_classes && !problem.options.positive) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}: {} different labels in {} rows, such as {}, are hardly classes: is another column the "
                    "label (--label-column)? smsvm does no regression; --positive {} trains one of them against "
                    "the rest",
                    source, count, labels.of_row.size(), labels.distinct.front().text, labels.distinct.front().text));
  }
}

}  // namespace

Labels in_order(const Labels& labels, const std::vector<Label>& order) {
  Labels ordered;
  std::vector<std::int32_t> number(labels.distinct.size(), -1);
  for (const Label& label : order) {
    const std::int32_t at = index_of(labels, label);
    if (at < 0 || number[static_cast<std::size_t>(at)] >= 0) continue;
    number[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(ordered.distinct.size());
    ordered.distinct.push_back(labels.distinct[static_cast<std::size_t>(at)]);
  }
  const auto missing = std::ranges::find(number, -1);
  if (missing != number.end())
    throw OptionError(fmt::format("the order of the classes does not have {}",
                                  labels.distinct[static_cast<std::size_t>(missing - number.begin())].text));
  ordered.of_row.reserve(labels.of_row.size());
  for (const std::int32_t label : labels.of_row) ordered.of_row.push_back(number[static_cast<std::size_t>(label)]);
  return ordered;
}

void choose_classes(TrainingProblem& problem) {
  const Labels& labels = problem.labels();
  const std::optional<std::string>& asked = problem.options.positive;
  const std::size_t count = labels.distinct.size();
  check_count(problem);
  if (count > 2 && !asked) {
    problem.positive = in_order_of_model(problem);
    for (const std::int32_t label : problem.positive)
      problem.model_labels.push_back(labels.distinct[static_cast<std::size_t>(label)]);
    return;
  }
  const std::int32_t chosen = asked ? positive_asked_for(labels, *asked)
                              : problem.ordered_labels.has_value()
                                  ? 1
                                  : static_cast<std::int32_t>(positive_of_two(labels.distinct[0], labels.distinct[1]));
  const Label& its_label = labels.distinct[static_cast<std::size_t>(chosen)];
  problem.positive = {chosen};
  problem.model_labels = {its_label, count == 2 ? labels.distinct[static_cast<std::size_t>(1 - chosen)]
                                                : name_of_the_rest(labels.distinct, its_label)};
}

}  // namespace smsvm
