#include "util/option_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

/// None where it is a word, or not given.
std::optional<double> number_of(const TrainingOptions& options, const ListedOption& option) {
  const auto number = [&](auto member) -> std::optional<double> {
    const auto& value = value_at(options, member);
    if constexpr (std::is_convertible_v<decltype(value), std::optional<double>>) return value;
    return std::nullopt;
  };
  return std::visit(number, option.member);
}

}  // namespace

std::string ListedOption::identifier() const {
  std::string text(name);
  text.erase(0, text.find_first_not_of('-'));
  std::ranges::replace(text, '-', '_');
  return text;
}

void check_numbers(const TrainingOptions& options) {
  for (const ListedOption& option : option_list) {
    const auto number = number_of(options, option);
    if (number && !option.range.has(*number))
      throw OptionError(fmt::format("{} must be {}, not {}", option.name, option.range.expected, *number));
  }
}

std::string text_of(const TrainingOptions& options, const ListedOption& option) {
  const auto text = [&](auto member) -> std::string {
    const auto& value = value_at(options, member);
    if constexpr (requires { choices_of(value); })
      return word_for(choices_of(value), value);
    else if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>)
      return fmt::format("{}", value);
    else
      return value ? fmt::format("{}", *value) : "";
  };
  return std::visit(text, option.member);
}

}  // namespace smsvm
