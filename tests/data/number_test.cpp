#include "data/number.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace smsvm {
namespace {

/// The nearest double; as a float, the float nearest to that.
template <class Value>
Value reference(const std::string& text) {
  return static_cast<Value>(std::strtod(text.c_str(), nullptr));
}

/// Rounded like this, with overflow and underflow told apart from everything else.
template <class Value>
bool agrees_with_c_library(const std::string& text) {
  const auto number = parse_number<Value>(text);
  const Value expected = reference<Value>(text);
  if (std::isinf(expected)) return number.kind == NumberKind::overflow;
  const bool zero_as_written = text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string::npos;
  if (expected == 0 && !zero_as_written) return number.kind == NumberKind::underflow && number.value == 0;
  return number.kind == NumberKind::finite && number.value == expected &&
         std::signbit(number.value) == std::signbit(expected);
}

bool agrees(const std::string& text) {
  return agrees_with_c_library<float>(text) && agrees_with_c_library<double>(text);
}

template <class Value>
class NumberOf : public testing::Test {};
using Values = testing::Types<float, double>;
TYPED_TEST_SUITE(NumberOf, Values);

TYPED_TEST(NumberOf, RangesEndWhereTheCLibrarySaysSo) {
  for (const char* text : {"3.4028234e38",
                           "3.4028235677973366e38",
                           "3.4028235677973367e38",
                           "3.5e38",
                           "1.1754943e-38",
                           "1.4e-45",
                           "7.0064923216240853e-46",
                           "7.0064923216240854e-46",
                           "7.0064923216240862e-46",
                           "1.7976931348623157e308",
                           "1.7976931348623158e308",
                           "1.7976931348623159e308",
                           "2.2250738585072011e-308",
                           "4.9e-324",
                           "2.5e-324",
                           "2.4e-324",
                           "1e400",
                           "1e-400",
                           "0e400",
                           "-0",
                           "0.0e-999",
                           "1e99999999999999999999",
                           "1e-99999999999999999999",
                           "0e99999999999999999999",
                           "123456789012345678901234567890",
                           "9007199254740993",
                           "9007199254740992",
                           "16777217",
                           "16777219",
                           "1e22",
                           "1e23",
                           "8.5e22",
                           "1e-22",
                           "1e-23",
                           "00000000000000000000000001",
                           "0.0000000000000000000000000000000000000000000001",
                           "1e+05",
                           "1E-05",
                           ".5",
                           "5.",
                           "+.5e1",
                           "-5.E1"}) {
    EXPECT_TRUE(agrees_with_c_library<TypeParam>(text)) << text;
  }
  const std::string many_zeros(400, '0');
  EXPECT_TRUE(agrees_with_c_library<TypeParam>("1" + many_zeros));
  EXPECT_TRUE(agrees_with_c_library<TypeParam>("1" + many_zeros + "e-400"));
  EXPECT_TRUE(agrees_with_c_library<TypeParam>("0." + many_zeros + "1"));
  EXPECT_TRUE(agrees_with_c_library<TypeParam>("0." + many_zeros + "1e401"));
}

TYPED_TEST(NumberOf, SaysWhatIsNoNumber) {
  for (const char* text : {"",   "+",   "-",     ".",  "-.", "e5",  ".e5", "abc", "--1",  "+-1",    "0x1p-1",
                           "1e", "1e+", "1.5.2", "1 ", " 1", "1,5", "in",  "na",  "nanx", "infinit"}) {
    EXPECT_EQ(parse_number<TypeParam>(text).kind, NumberKind::malformed) << text;
  }
  for (const char* text : {"nan", "NaN", "-nan", "inf", "+Inf", "-INF", "infinity", "-Infinity"}) {
    EXPECT_EQ(parse_number<TypeParam>(text).kind, NumberKind::not_finite) << text;
  }
}

TYPED_TEST(NumberOf, StopsBehindTheNumber) {
  for (const auto& [text, length] :
       {std::pair("1e", 1), std::pair("1e+x", 1), std::pair("0x10", 1), std::pair("1.5:2", 3), std::pair("-1e5e", 4),
        std::pair("nan(1)", 3), std::pair("12345678901234567890,", 20)}) {
    const std::string_view view(text);
    EXPECT_EQ(scan_number<TypeParam>(view.data(), view.data() + view.size()).end - view.data(), length) << text;
  }
}

TEST(Number, AnyDecimalIsRoundedAsTheCLibraryDoes) {
  EXPECT_TRUE(rc::check("random decimals", [](bool negative, std::uint64_t whole, std::uint64_t fraction) {
    const auto scale = *rc::gen::inRange(0, 64);
    const auto exponent = *rc::gen::inRange(-360, 360);
    const std::string mantissa = fmt::format("{}{}.{}", negative ? "-" : "", whole >> scale, fraction >> scale);
    RC_ASSERT(agrees(mantissa));
    RC_ASSERT(agrees(fmt::format("{}e{}", mantissa, exponent)));
    RC_ASSERT(agrees(fmt::format("{}e{:+03}", whole >> scale, exponent / 10)));
  }));
}

/// Where rounding to float by way of a double differs from rounding at once: every way of reading must take that way.
TEST(Number, NeighboursOfHalfWayPointsBecomeFloatsByWayOfDoubles) {
  EXPECT_NE(std::strtof("1.00000005960464477540", nullptr), parse_number<float>("1.00000005960464477540").value);

  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto exponent = static_cast<int>(random() % 64) - 40;  // the half-way point is not a whole number
    const float low = std::ldexp(1.0F + static_cast<float>(random() % (1U << 23)) * 0x1p-23F, exponent);
    const float high = std::nextafter(low, std::numeric_limits<float>::infinity());
    const double half_way = (static_cast<double>(low) + static_cast<double>(high)) / 2;
    const std::string exact = fmt::format("{:.120f}", half_way);
    std::string below = exact.substr(0, exact.find_last_not_of('0') + 1);
    ASSERT_TRUE(agrees(exact)) << exact;
    ASSERT_TRUE(agrees(exact + "1")) << exact;
    below.back() = static_cast<char>(below.back() - 1);
    ASSERT_TRUE(agrees(below + "9999999999")) << below;
    ASSERT_TRUE(agrees(fmt::format("{:.{}f}", half_way, random() % 18))) << exact;
  }
}

TEST(Number, EveryKindOfFloatSurvivesPrinting) {
  EXPECT_TRUE(rc::check("float bits", [](std::uint32_t bits) {
    const auto number = std::bit_cast<float>(bits);
    RC_PRE(std::isfinite(number));
    const std::string format = *rc::gen::elementOf(std::vector<std::string>{"{}", "{:.9g}", "{:.8e}", "{:.120f}"});
    const auto read = parse_number<float>(fmt::format(fmt::runtime(format), number));
    RC_ASSERT(std::bit_cast<std::uint32_t>(read.value) == bits);
  }));
}

}  // namespace
}  // namespace smsvm
