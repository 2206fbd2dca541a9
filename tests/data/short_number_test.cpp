// The short way must give the bits that the long way gives, or decline.

#include "data/short_number.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>
#include <string>

namespace smsvm {
namespace {

/// The nearest double; as a float, the float nearest to that.
template <class Value>
Value by_the_library(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<Value>(value);
}

template <class Value>
struct Taken {
  bool taken;
  Value value;
  bool zero;
  bool rounded;
};

template <class Value>
Taken<Value> take(const std::string& text) {
  const std::string around = std::string(16, '7') + text + std::string(16, '7');  // must not be looked at
  Taken<Value> result{false, 0, false, false};
  const char* const first = around.data() + 16;
  result.taken = take_short_number(first, first + text.size(), result.value, result.zero, result.rounded);
  return result;
}

template <class Value>
bool agrees(const std::string& text) {
  using Bits = std::conditional_t<sizeof(Value) == 4, std::uint32_t, std::uint64_t>;
  const auto [taken, value, zero, rounded] = take<Value>(text);
  if (!taken) return true;
  return std::bit_cast<Bits>(value) == std::bit_cast<Bits>(by_the_library<Value>(text)) && zero == (value == 0) &&
         rounded == (static_cast<double>(value) != by_the_library<double>(text));
}

TEST(ShortNumber, TakesTheCommonSpellings) {
  for (const char* const text :
       {"0", "1", "-1", "485", "0.5", "-0.25", "1.", "12.75", "1234567.5", "0.00692527", "999999999999999"}) {
    EXPECT_TRUE(take<float>(text).taken) << text;
    EXPECT_TRUE(take<double>(text).taken) << text;
    EXPECT_EQ(take<double>(text).value, by_the_library<double>(text)) << text;
    EXPECT_EQ(take<float>(text).value, by_the_library<float>(text)) << text;
  }
  EXPECT_TRUE(take<float>("-0.000").zero);
  EXPECT_FALSE(take<float>("0.001").zero);
}

TEST(ShortNumber, DeclinesEverythingElse) {
  for (const char* const text : {"-",
                                 ".",
                                 "-.",
                                 ".5",
                                 "+1",
                                 "--1",
                                 "1e5",
                                 "1.5e-05",
                                 "nan",
                                 "1..2",
                                 "1.2.3",
                                 "0x1",
                                 "1 2",
                                 "1,5",
                                 "1:2",
                                 "12345678901234567",
                                 "0.12345678901234567",
                                 "/",
                                 ":",
                                 "1/",
                                 "9:"}) {
    EXPECT_FALSE(take<float>(text).taken) << text;
    EXPECT_FALSE(take<double>(text).taken) << text;
  }
}

TEST(ShortNumber, RoundsCorrectly) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 300'000; ++i) {
    std::string text = std::to_string(random() >> (random() % 60));
    text.resize(std::min<std::size_t>(text.size(), 1 + random() % 16));
    if (random() % 4 != 0) text.insert(1 + random() % text.size(), 1, '.');
    if (random() % 3 == 0) text = "0.000000" + text.substr(0, 8);
    if (random() % 2 == 0) text.insert(text.begin(), '-');
    ASSERT_TRUE(agrees<float>(text)) << text;
    ASSERT_TRUE(agrees<double>(text)) << text;
  }
}

TEST(ShortNumber, RoundsCorrectlyNextToWhereFloatsMeet) {
  std::mt19937_64 random(4);
  int taken = 0;
  for (int i = 0; i < 300'000; ++i) {
    const auto below = std::bit_cast<float>(static_cast<std::uint32_t>(0x3A000000 + random() % 0x12000000));
    const double half_way = (double{below} + double{std::nextafter(below, INFINITY)}) / 2;
    const int whole_digits = std::max(1, static_cast<int>(std::floor(std::log10(half_way))) + 1);
    std::string text = fmt::format("{:.{}f}", half_way, std::min(14, 15 - whole_digits));
    text.back() = static_cast<char>('0' + random() % 10);
    ASSERT_TRUE(agrees<float>(text)) << text;
    taken += take<float>(text).taken ? 1 : 0;
  }
  EXPECT_GT(taken, 200'000);
}

TEST(ShortNumber, AnyBytesAgreeOrAreDeclined) {
  std::mt19937_64 random(5);
  constexpr std::string_view bytes = "0123456789.-+e: \n#\xFF/";
  for (int i = 0; i < 300'000; ++i) {
    std::string text;
    for (auto length = 1 + random() % 18; length > 0; --length) text += bytes[random() % (random() % 8 == 0 ? 20 : 11)];
    const auto number = parse_number<double>(text);
    const auto [taken, value, zero, rounded] = take<double>(text);
    if (taken) {
      ASSERT_EQ(number.kind, NumberKind::finite) << text;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(number.value), std::bit_cast<std::uint64_t>(value)) << text;
    }
    ASSERT_TRUE(!take<float>(text).taken || agrees<float>(text)) << text;
  }
}

}  // namespace
}  // namespace smsvm
