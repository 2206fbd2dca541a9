// The reader against what it must agree with: a deliberately naive parser, and the numbers that a text was made from.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"

namespace smsvm {
namespace {

using test::in_steps;
using test::plain_rows;
using test::PlainRow;
using test::read_text;

struct Outcome {
  std::vector<PlainRow> rows;
  std::set<std::int64_t> bad_lines;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// The format as a grammar, applied line by line; indices start at 1, values are doubles.
class NaiveReader {
 public:
  explicit NaiveReader(bool sort) : sort_(sort) {}

  Outcome read(const std::string& text) const {
    Outcome outcome;
    std::istringstream lines(text);
    std::string line;
    for (std::int64_t number = 1; std::getline(lines, line); ++number) {
      PlainRow row;
      line.resize(line.find_last_not_of('\r') + 1);
      const std::size_t start = line.find_first_not_of(" \t");
      const bool has_row = start != std::string::npos && line[start] != '#';
      if (line.find('\0') != std::string::npos || (has_row && !read_row(line, row))) {
        outcome.bad_lines.insert(number);
      } else if (has_row) {
        outcome.rows.push_back(row);
      }
    }
    return outcome;
  }

 private:
  bool read_row(std::string line, PlainRow& row) const {
    line.resize(std::min(line.size(), line.find('#')));
    std::smatch parts;
    if (!std::regex_match(line, parts, row_)) return false;
    row.label = parts[1];
    if (is_unusable_number(row.label)) return false;
    const std::string features = parts[2];
    std::vector<std::pair<std::int64_t, double>> found;
    for (std::sregex_iterator at(features.begin(), features.end(), feature_), end; at != end; ++at) {
      if ((*at)[1].length() > 0) {
        const std::string index = (*at)[1], value = (*at)[2];
        const std::string significant = index.substr(std::min(index.size(), index.find_first_not_of('0')));
        if (significant.size() > 18 || is_unusable_number(value, true)) return false;  // none lies between 10¹⁸ and 2⁶³
        found.emplace_back(std::stoll(index), std::strtod(value.c_str(), nullptr));
      }
    }
    std::map<std::int64_t, double> sorted(found.begin(), found.end());
    if (sorted.size() != found.size() || sorted.contains(0)) return false;
    const std::vector<std::pair<std::int64_t, double>> in_order(sorted.begin(), sorted.end());
    if (!sort_ && in_order != found) return false;
    for (const auto& feature : in_order) {
      if (feature.second != 0) row.features.push_back(feature);
    }
    return true;
  }

  static bool is_unusable_number(const std::string& text, bool may_underflow = false) {
    static const std::regex word("[+-]?(nan|inf|infinity)", std::regex::icase);
    static const std::regex number("[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?");
    if (std::regex_match(text, word)) return true;
    if (!std::regex_match(text, number)) return false;
    const double value = std::strtod(text.c_str(), nullptr);
    const bool zero = text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string::npos;
    return std::isinf(value) || (value == 0 && !zero && !may_underflow);
  }

  bool sort_;
  std::regex row_{
      "[ \t]*([^ \t:,\\x01-\\x1f\\x7f]+)"
      "((?:[ \t]+(?:qid:[0-9]+|[0-9]+:[ \t]*[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?))*)[ \t]*"};
  std::regex feature_{"qid:[0-9]+|([0-9]+):[ \t]*([^ \t]+)"};
};

Outcome outcome_of(const std::string& text, const ReadOptions& options, const LibsvmPace& pace) {
  Complaints complaints = Complaints::collecting(1'000'000);
  const Dataset data = read_libsvm(Source::from_bytes(text, "t.svm"), options, complaints, pace);
  Outcome outcome{plain_rows(data), {}};
  // Equal labels are given by their first spelling; the naive reader knows nothing of that.
  for (const auto& [error, times, lines] : complaints.kept()) {
    if (error.place().line > 0) outcome.bad_lines.insert(error.place().line);
  }
  return outcome;
}

void use_first_spelling(Outcome& outcome) {
  std::vector<Label> seen;
  for (PlainRow& row : outcome.rows) {
    const Label label = Label::parse(row.label);
    const auto known = std::find(seen.begin(), seen.end(), label);
    if (known == seen.end()) {
      seen.push_back(label);
    } else {
      row.label = known->text;
    }
  }
}

/// Fragments that, strung together, make up good and bad lines alike.
const std::vector<std::string>& fragments() {
  static const std::vector<std::string> all = {"1",
                                               "-1",
                                               "+1",
                                               "0",
                                               "1.0",
                                               "spam",
                                               " ",
                                               " ",
                                               " ",
                                               " ",
                                               " ",
                                               "\t",
                                               "\n",
                                               "\n",
                                               "\n1 ",
                                               "\r",
                                               "#",
                                               "1:",
                                               "2:",
                                               "3:",
                                               "4:",
                                               "17:",
                                               "0:",
                                               "-2:",
                                               "5000000000:",
                                               "0.5",
                                               ".5",
                                               "1.",
                                               "2e1",
                                               "e",
                                               "1e400",
                                               "1e-400",
                                               "nan",
                                               "inf",
                                               "0x1",
                                               ",",
                                               ":",
                                               "qid:3",
                                               "qid:",
                                               "1:1 ",
                                               "2:.5 ",
                                               "3:1e0 ",
                                               "9: 4 ",
                                               "1:0 ",
                                               "7:-0.25",
                                               "\n1 ",
                                               "\n2 ",
                                               "\n-1 ",
                                               "99999999999999999999:1",
                                               std::string(1, '\0'),
                                               "\f",
                                               "\xC3\xA9",
                                               "."};
  return all;
}

std::string string_together(std::mt19937_64& random) {
  std::string text;
  for (auto count = random() % 60; count > 0; --count) text += fragments()[random() % fragments().size()];
  return text;
}

TEST(LibsvmReader, AgreesWithANaiveReaderOnAnyText) {
  std::mt19937_64 random(7);
  std::int64_t good_rows = 0, bad_rows = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = string_together(random);
    ReadOptions options;
    options.precision = Precision::float64;
    options.sort_indices = i % 2 == 0;
    options.threads = 1 + i % 2;
    Outcome expected = NaiveReader(options.sort_indices).read(text);
    use_first_spelling(expected);
    const Outcome found = outcome_of(text, options, in_steps(1 + random() % 64, 1 + random() % 5));
    ASSERT_EQ(found.bad_lines, expected.bad_lines) << testing::PrintToString(text);
    ASSERT_EQ(found.rows, expected.rows) << testing::PrintToString(text);
    good_rows += std::ssize(found.rows);
    bad_rows += std::ssize(found.bad_lines);
  }
  EXPECT_GT(good_rows, 2000);  // the fragments are of use
  EXPECT_GT(bad_rows, 2000);
}

/// A number in one of the spellings that give exactly its bits.
std::string spell(float number) {
  const int style = *rc::gen::inRange(0, 6);
  std::string text = style == 0   ? fmt::format("{}", number)
                     : style == 1 ? fmt::format("{:.9g}", number)
                     : style == 2 ? fmt::format("{:.8e}", number)
                     : style == 3 ? fmt::format("{:.8E}", number)
                     : style == 4 ? fmt::format("{:.150f}", number)
                                  : fmt::format("{:+.12e}", number);
  const bool leading_zero = text.starts_with("0.");
  return leading_zero && *rc::gen::arbitrary<bool>() ? text.substr(1) : text;
}

std::string blanks() { return *rc::gen::element<std::string>(" ", " ", "  ", "\t", " \t "); }

struct Text {
  std::string text;
  std::vector<PlainRow> rows;
  std::int64_t width = 0;
};

void add_row(Text& made) {
  PlainRow row;
  row.label = *rc::gen::element<std::string>("1", "-1", "2", "spam", "0.5");
  made.text += *rc::gen::element<std::string>("", "", " ", "\n", "# note 1:2\n", "\r\n") + row.label;
  const auto step = *rc::gen::element<std::int64_t>(2, 5, 1000, 1'000'000'000'000);
  std::int64_t index = 0;
  for (auto count = *rc::gen::inRange(0, 12); count > 0; --count) {
    index += *rc::gen::inRange<std::int64_t>(1, step);
    auto number = std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
    if (!std::isfinite(number)) number = 0;
    made.text += fmt::format("{}{}:{}{}", blanks(), index, *rc::gen::element<std::string>("", "", " "), spell(number));
    if (number != 0) row.features.emplace_back(index, number);
    made.width = std::max(made.width, index);
  }
  made.text += *rc::gen::element<std::string>("\n", "\n", " \n", "\r\n", " # 9:9\n");
  made.rows.push_back(row);
}

Text make_text() {
  Text made;
  for (auto rows = *rc::gen::inRange(1, 20); rows > 0; --rows) add_row(made);
  return made;
}

TEST(LibsvmReader, GivesBackTheNumbersATextWasMadeFrom) {
  EXPECT_TRUE(rc::check("bit for bit", [] {
    const Text made = make_text();
    const Dataset data = read_text(made.text, in_float(), in_steps(*rc::gen::inRange<std::size_t>(1, 300)));
    RC_ASSERT(plain_rows(data) == made.rows);
    RC_ASSERT(data.width == made.width);
  }));
}

TEST(LibsvmReader, IsTheSameForAnyNumberOfThreadsAndChunks) {
  EXPECT_TRUE(rc::check("threads", [] {
    const Text made = make_text();
    const Dataset expected = read_text(made.text);
    for (const int threads : {1, 2, 3, 7}) {
      ReadOptions options;
      options.threads = threads;
      const Dataset data = read_text(made.text, options, in_steps(*rc::gen::inRange<std::size_t>(1, 100)));
      RC_ASSERT(plain_rows(data) == plain_rows(expected));
      RC_ASSERT(data.labels.of_row == expected.labels.of_row);
      RC_ASSERT(data.feature_ids == expected.feature_ids);
      RC_ASSERT(data.features == expected.features);
      RC_ASSERT(data.checksum() == expected.checksum());
    }
  }));
}

}  // namespace
}  // namespace smsvm
