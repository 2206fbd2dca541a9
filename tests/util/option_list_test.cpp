#include "util/option_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using testing::HasSubstr;

/// Gives the option this number; false if it is none.
bool set(TrainingOptions& options, const ListedOption& option, double number) {
  const auto assign = [&](auto member) {
    auto& value = value_at(options, member);
    if constexpr (std::is_convertible_v<decltype(value), std::optional<double>>) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(number);
      return true;
    }
    return false;
  };
  return std::visit(assign, option.member);
}

std::string complaint(const TrainingOptions& options) {
  try {
    check_numbers(options);
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(OptionList, NamesAreOnesOwn) {
  std::set<std::string> names, identifiers;
  for (const ListedOption& option : option_list) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(identifiers.insert(option.identifier()).second) << option.name;
    EXPECT_EQ(option.identifier().find('-'), std::string::npos);
  }
}

TEST(OptionList, DefaultsAreAllowedAndThoseOfTheHelp) {
  const TrainingOptions usual;
  EXPECT_EQ(complaint(usual), "");
  for (const ListedOption& option : option_list) {
    char* end = nullptr;
    const double stated = std::strtod(option.otherwise, &end);
    const std::string text = text_of(usual, option);
    if (*option.otherwise == 0 || *end != 0 || text.empty()) continue;  // "no limit", 1G, none
    EXPECT_EQ(std::stod(text), stated) << option.name;
  }
}

TEST(OptionList, NumbersOutOfRangeAreNamed) {
  int numbers = 0;
  for (const ListedOption& option : option_list) {
    for (const double outside : {-1.0, 1e101, static_cast<double>(NAN)}) {
      TrainingOptions options;
      if (outside != -1 && !std::holds_alternative<double SolverOptions::*>(option.member)) continue;
      if (option.range.has(outside) || !set(options, option, outside)) continue;
      EXPECT_THAT(complaint(options), HasSubstr(std::string(option.name) + " must be " + option.range.expected));
      ++numbers;
    }
  }
  EXPECT_GT(numbers, 20);
}

TEST(OptionList, EndsOfARangeBelongToItOrNot) {
  constexpr Range half_open{"", 0, 1, false, true};
  EXPECT_FALSE(half_open.has(0));
  EXPECT_TRUE(half_open.has(std::nextafter(0.0, 1.0)));
  EXPECT_TRUE(half_open.has(1));
  EXPECT_FALSE(half_open.has(std::nextafter(1.0, 2.0)));
}

}  // namespace
}  // namespace smsvm
