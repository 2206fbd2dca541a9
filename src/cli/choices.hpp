#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "cli/suggestion.hpp"
#include "util/words.hpp"

namespace smsvm::cli {

template <class Choices>
std::string words(const Choices& choices, std::string_view separator) {
  std::vector<std::string_view> list;
  std::ranges::transform(choices, std::back_inserter(list), [](const auto& choice) { return choice.word; });
  return fmt::format("{}", fmt::join(list, separator));
}

/// What the word stands for; else a complaint about the option `name`.
template <class Choices>
auto value_of(const std::string& given, const Choices& choices, const std::string& name) {
  const auto found = std::ranges::find_if(choices, [&](const auto& choice) { return choice.word == given; });
  if (found != std::end(choices)) return found->value;
  std::vector<std::string> known;
  for (const auto& choice : choices) known.emplace_back(choice.word);
  const std::string hint = did_you_mean(given, known), all = fmt::format("choose from: {}", fmt::join(known, ", "));
  throw CLI::ValidationError(fmt::format("{}: there is no '{}'{}", name, given,
                                         hint.empty() ? fmt::format("; {}", all) : fmt::format("{} ({})", hint, all)));
}

/// An option that takes one of the words.
template <class Choices, class Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value, const Choices& choices,
                        const std::string& help) {
  const auto set = [&value, name, &choices](const std::string& given) { value = value_of(given, choices, name); };
  CLI::Option* option = command.add_option_function<std::string>(name, set, help);
  return option->type_name(words(choices, "|"))->default_str(word_for(choices, value));
}

/// An option that takes one of the words and may be given again.
template <class Choices, class Value>
CLI::Option* add_choices(CLI::App& command, const std::string& name, std::vector<Value>& values, const Choices& choices,
                         const std::string& help) {
  const auto set = [&values, name, &choices](const std::vector<std::string>& given) {
    values.clear();
    for (const std::string& word : given) values.push_back(value_of(word, choices, name));
  };
  CLI::Option* option = command.add_option_function<std::vector<std::string>>(name, set, help);
  return option->type_name(words(choices, "|"))->allow_extra_args(false);
}

}  // namespace smsvm::cli
