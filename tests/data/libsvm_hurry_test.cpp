// Most lines take a short way through the reader; the careful way, which takes any line, must not tell the difference.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "data/libsvm_text.hpp"

namespace smsvm {
namespace {

using test::in_steps;
using test::plain_rows;
using test::PlainRow;

struct HurriedOutcome {
  std::vector<PlainRow> rows;
  std::vector<std::string> complaints, warnings;
  std::int64_t width = 0, features = 0;
  std::vector<std::int64_t> feature_ids;
  std::uint64_t checksum = 0;
  friend bool operator==(const HurriedOutcome&, const HurriedOutcome&) = default;
};

HurriedOutcome hurried_outcome_of(const std::string& text, const ReadOptions& options, const LibsvmPace& pace) {
  Complaints complaints = Complaints::collecting(20);
  const Dataset data = read_libsvm(Source::from_bytes(text, "t.svm"), options, complaints, pace);
  HurriedOutcome outcome{plain_rows(data), {}, data.warnings, data.width, data.features, data.feature_ids,
                         data.checksum()};
  for (const auto& [error, times, lines] : complaints.kept()) outcome.complaints.emplace_back(error.what());
  return outcome;
}

class Lines {
 public:
  explicit Lines(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  const char* one_of(const std::vector<const char*>& choices) { return choices[below(choices.size())]; }

  std::string make() {
    std::string text;
    for (auto count = 1 + below(12); count > 0; --count) text += row();
    if (below(4) == 0) text.pop_back();
    for (auto count = below(4); count > 0 && !text.empty(); --count) {
      constexpr std::string_view bytes = "0123456789.-+eE:: \t\n\r#,qx\xFF\x01/";
      text[below(text.size())] = bytes[below(bytes.size())];
    }
    return text;
  }

 private:
  std::string row() {
    std::string line = one_of({"1", "-1", "+1", "3", "spam", "a_longer_label", "1", "-1"});
    auto index = below(3);
    const bool wide = below(6) == 0;
    for (auto count = below(10); count > 0; --count) {
      line += fmt::format("{}{}:{}", below(40) == 0 ? "\t" : " ", index, value());
      index += below(60) == 0 ? 0 : 1 + below(wide ? 200'000'000 : 30);
    }
    return line + one_of({"\n", "\n", "\n", "\n", " \n", "\r\n", " # 1:2\n", "\n\n"});
  }

  std::string value() {
    const double number = static_cast<double>(below(2'000'001)) / 1e6 - 1;
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return "1";
      case 3:
        return std::to_string(below(10));
      case 4:
        return std::to_string(static_cast<std::int64_t>(below(3000)) - 1500);
      case 5:
        return fmt::format("{:.17g}", number * 1e3);
      case 6:
        return fmt::format("{:.3e}", number * 1e-3);
      case 7:
        return one_of({"1e-50", "0.0", "-0", "1e5", ".5", "7.", "1e400", "16777217", "123456789012345678"});
      default:
        return fmt::format("{:.{}g}", number, 3 + below(12));
    }
  }

  std::mt19937_64 random_;
};

TEST(LibsvmReader, TheShortWayGivesWhatTheCarefulWayGives) {
  Lines lines(11);
  std::int64_t good = 0, bad = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string text = lines.make();
    ReadOptions options;
    options.precision = i % 3 == 0 ? Precision::float64 : Precision::float32;
    options.index_base = static_cast<IndexBase>(lines.below(3));
    options.sort_indices = lines.below(3) == 0;
    options.threads = 1;
    LibsvmPace careful;
    careful.in_a_hurry = false;
    const HurriedOutcome expected = hurried_outcome_of(text, options, careful);
    ASSERT_EQ(hurried_outcome_of(text, options, {}), expected) << text;
    ASSERT_EQ(hurried_outcome_of(text, options, in_steps(1 + lines.below(100), 1 + lines.below(4))), expected) << text;
    good += std::ssize(expected.rows);
    bad += std::ssize(expected.complaints);
  }
  EXPECT_GT(good, 6000);  // the lines are of use
  EXPECT_GT(bad, 1000);
}

TEST(LibsvmReader, TakesLongTextsInStrides) {
  // Long enough that most lines are parsed where they lie.
  Lines lines(12);
  std::string text;
  while (text.size() < 300'000) text += lines.make() + "\n";
  LibsvmPace careful;
  careful.in_a_hurry = false;
  ReadOptions options;
  options.index_base = IndexBase::automatic;
  const HurriedOutcome expected = hurried_outcome_of(text, options, careful);
  for (const int threads : {1, 2, 5}) {
    options.threads = threads;
    EXPECT_EQ(hurried_outcome_of(text, options, {}), expected);
    EXPECT_EQ(hurried_outcome_of(text, options, in_steps(5000, 4)), expected);
  }
}

}  // namespace
}  // namespace smsvm
