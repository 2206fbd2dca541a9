#include "model/exact_bracket.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "data/complaints.hpp"
#include "data/read_source.hpp"
#include "model/samples.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

double next_above(double number) { return std::nextafter(number, infinity); }
double next_below(double number) { return std::nextafter(number, -infinity); }

/// A decimal like "-12e-3" by other means than those under test.
mpq_class decimal(const std::string& text) {
  const auto e = text.find('e');
  mpq_class number(text.substr(0, e), 10);
  const int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
  for (int k = 0; k < std::abs(exponent); ++k) number = exponent < 0 ? mpq_class(number / 10) : mpq_class(number * 10);
  return number;
}

/// A problem, a point and a dual point; the values as a text has them.
struct TextStatement {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> labels;  // "1" and "-1"
  Penalty penalty = {};
  std::vector<double> row_weight = {};
  ModelPoint point = {};
  std::vector<double> dual_point = {};

  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += labels[i];
      for (std::size_t j = 0; j < rows[i].size(); ++j) text += fmt::format(" {}:{}", j + 1, rows[i][j]);
      text += '\n';
    }
    return text;
  }

  Dataset data(Precision precision = Precision::float64) const {
    Complaints complaints = Complaints::throwing();
    ReadOptions options;
    options.precision = precision;
    return read_source(Source::from_bytes(text(), "t.svm"), options, complaints);
  }

  Model model() const {
    Model model;
    model.labels = {Label::parse("1"), Label::parse("-1")};
    model.features = std::ssize(point.weight);
    model.weights = point.weight;
    model.intercept = {point.intercept};
    model.has_intercept = penalty.intercept != Intercept::none;
    return model;
  }

  Proof proof(double primal, double dual, Precision precision = Precision::float64) const {
    Proof proof;
    proof.data_checksum = data(precision).checksum();
    proof.rows = std::ssize(rows);
    proof.precision = precision;
    proof.penalty = penalty;
    proof.row_weight = row_weight;
    proof.classes = {{Label::parse("1"), primal, dual, dual_point}};
    return proof;
  }

  ExactBracket bracket(double claimed_primal, double claimed_dual) const {
    const Dataset dataset = data();
    const ExactRows exact(dataset, Source::from_bytes(text(), "t.svm"), {});
    const ColumnUnits units(exact, static_cast<std::size_t>(dataset.features));
    const Proof proof = this->proof(claimed_primal, claimed_dual);
    const ExactSums sums = sum_exactly(exact, units, dataset, proof, proof.classes[0], point);
    return exact_bracket(sums, units, penalty, proof.classes[0], point);
  }
};

// ---- The definitions once more, as they are written in docs/method.md ----

mpq_class row_weight(const TextStatement& s, std::size_t i) { return s.row_weight.empty() ? 1 : s.row_weight[i]; }
mpq_class sign(const TextStatement& s, std::size_t i) { return s.labels[i] == "1" ? 1 : -1; }
mpq_class total_weight(const TextStatement& s) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < s.rows.size(); ++i) sum += row_weight(s, i);
  return sum;
}
mpq_class charge(const TextStatement& s, std::size_t j, bool squared) {
  const mpq_class factor(s.penalty.factor.empty() ? 1.0 : s.penalty.factor[j]);
  const mpq_class scale(s.penalty.scale.empty() ? 1.0 : s.penalty.scale[j]);
  return squared ? mpq_class(mpq_class(s.penalty.l2) * factor * scale * scale)
                 : mpq_class(mpq_class(s.penalty.l1) * factor * scale);
}

mpq_class primal_by_definition(const TextStatement& s) {
  mpq_class value = 0;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    mpq_class score(s.point.intercept);
    for (std::size_t j = 0; j < s.rows[i].size(); ++j) score += mpq_class(s.point.weight[j]) * decimal(s.rows[i][j]);
    const mpq_class slack = 1 - sign(s, i) * score;
    if (slack > 0) value += row_weight(s, i) * slack / total_weight(s);
  }
  for (std::size_t j = 0; j < s.point.weight.size(); ++j) {
    const mpq_class weight(s.point.weight[j]);
    value += charge(s, j, true) / 2 * weight * weight + charge(s, j, false) * abs(weight);
  }
  const mpq_class b(s.point.intercept);
  if (s.penalty.intercept == Intercept::penalized)
    value += mpq_class(s.penalty.l2) / 2 * b * b + mpq_class(s.penalty.l1) * abs(b);
  return value;
}

/// c a of each row, after the repair for a free intercept.
std::vector<mpq_class> balanced_duals(const TextStatement& s) {
  mpq_class of_class[2] = {0, 0};
  std::vector<mpq_class> duals;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    duals.push_back(row_weight(s, i) * mpq_class(s.dual_point[i]));
    of_class[s.labels[i] == "1" ? 1 : 0] += duals.back();
  }
  if (s.penalty.intercept != Intercept::free) return duals;
  const mpq_class lighter = std::min(of_class[0], of_class[1]);
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const mpq_class& mine = of_class[s.labels[i] == "1" ? 1 : 0];
    if (mine != 0) duals[i] *= lighter / mine;
  }
  return duals;
}

/// Of a problem without a coordinate that is not penalised at all.
mpq_class dual_by_definition(const TextStatement& s) {
  const std::vector<mpq_class> duals = balanced_duals(s);
  struct Coordinate {
    mpq_class v, l2, l1;
  };
  std::vector<Coordinate> coordinates;
  for (std::size_t j = 0; j < s.point.weight.size(); ++j)
    coordinates.push_back({0, charge(s, j, true), charge(s, j, false)});
  if (s.penalty.intercept == Intercept::penalized) coordinates.push_back({0, s.penalty.l2, s.penalty.l1});
  mpq_class mean = 0;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const mpq_class part = duals[i] / total_weight(s);
    mean += part;
    for (std::size_t j = 0; j < coordinates.size(); ++j)
      coordinates[j].v += part * sign(s, i) * (j < s.rows[i].size() ? decimal(s.rows[i][j]) : mpq_class(1));
  }
  mpq_class scale = 1;
  for (const auto& [v, l2, l1] : coordinates) {
    if (l2 == 0 && abs(v) > l1) scale = std::min(scale, mpq_class(l1 / abs(v)));
  }
  mpq_class value = scale * mean;
  for (const auto& [v, l2, l1] : coordinates) {
    const mpq_class excess = scale * abs(v) - l1;
    if (l2 > 0 && excess > 0) value -= excess * excess / (2 * l2);
  }
  return std::max(value, mpq_class(0));
}

/// Claims at the border are decided as fractions say.
void expect_bracket(const TextStatement& s, const mpq_class& primal, const mpq_class& dual) {
  const ExactBracket modest = s.bracket(1e308, -1e308);
  EXPECT_FALSE(modest.unbounded);
  EXPECT_TRUE(modest.primal_holds);
  EXPECT_TRUE(modest.dual_holds);
  EXPECT_EQ(modest.primal, rounded_up(primal));
  EXPECT_EQ(modest.dual, rounded_down(dual));
  for (const double claimed : {modest.primal, next_below(modest.primal), next_above(modest.primal)})
    EXPECT_EQ(s.bracket(claimed, 0).primal_holds, primal <= mpq_class(claimed)) << claimed;
  for (const double claimed : {modest.dual, next_below(modest.dual), next_above(modest.dual)})
    EXPECT_EQ(s.bracket(0, claimed).dual_holds, mpq_class(claimed) <= dual) << claimed;
}

Penalty penalty_of(double l2, double l1, Intercept intercept) {
  Penalty penalty;
  penalty.l2 = l2;
  penalty.l1 = l1;
  penalty.intercept = intercept;
  return penalty;
}

TextStatement two_rows(const Penalty& penalty) {
  return {{{"0.1"}, {"0.3"}}, {"1", "-1"}, penalty, {}, {{1.0}, 0}, {1, 0.5}};
}

TEST(Rounding, IsToTheNextDouble) {
  EXPECT_EQ(rounded_up(mpq_class(1, 4)), 0.25);
  EXPECT_EQ(rounded_down(mpq_class(1, 4)), 0.25);
  EXPECT_EQ(rounded_up(mpq_class(-1, 4)), -0.25);
  EXPECT_EQ(rounded_down(mpq_class(1, 10)), next_below(0.1));  // the double 0.1 is above
  EXPECT_EQ(rounded_up(mpq_class(1, 10)), 0.1);
  EXPECT_EQ(rounded_down(mpq_class(-1, 10)), -0.1);
  EXPECT_EQ(rounded_up(mpq_class(-1, 10)), next_above(-0.1));
  mpq_class huge(1);
  mpq_mul_2exp(huge.get_mpq_t(), huge.get_mpq_t(), 5000);
  EXPECT_EQ(rounded_up(huge), infinity);
  EXPECT_EQ(rounded_down(huge), std::numeric_limits<double>::max());
  EXPECT_EQ(rounded_up(1 / huge), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(rounded_down(1 / huge), 0);
}

TEST(ExactBracket, IsThatOfTheDecimals) {
  // The slacks are 0.9 and 1.3, v is (0.1 − 0.15) / 2.
  expect_bracket(two_rows(penalty_of(0.5, 0, Intercept::none)), mpq_class(135, 100), mpq_class(749375, 1000000));
}

TEST(ExactBracket, BalancesAFreeIntercept) {
  // The first row's 1 becomes 0.5, v is (0.05 − 0.15) / 2.
  expect_bracket(two_rows(penalty_of(0.5, 0, Intercept::free)), mpq_class(135, 100), mpq_class(4975, 10000));
}

TEST(ExactBracket, ShrinksTheDualPointWhereOnlyL1Holds) {
  // |v| = 0.025 must come down to 1/64.
  expect_bracket(two_rows(penalty_of(0, 0.015625, Intercept::none)), mpq_class(11, 10) + mpq_class(1, 64),
                 mpq_class(46875, 100000));
}

TEST(ExactBracket, ChargesAPenalizedIntercept) {
  TextStatement s = two_rows(penalty_of(0.5, 0.25, Intercept::penalized));
  s.point.intercept = -0.5;
  // Slacks 1.4 and 0.8; v is 0.025, and 0.25 for the intercept: neither is above μ.
  expect_bracket(s, mpq_class(11, 10) + mpq_class(1, 2) + mpq_class(1, 16) + mpq_class(1, 8), mpq_class(3, 4));
}

TEST(ExactBracket, DecidesEqualityOfWhatNoBinaryFractionIs) {
  TextStatement s{{{"1", "1"}, {"0", "0"}}, {"1", "-1"}, penalty_of(4, 0, Intercept::none), {}, {{0, 0}, 0}, {1, 1}};
  s.penalty.factor = {3, 1.5};  // 1/96 and 1/48 are taken away, 1/32 together
  expect_bracket(s, 1, mpq_class(31, 32));
}

TEST(ExactBracket, NamesWhatIsNeitherPenalisedNorBalanced) {
  TextStatement s{
      {{"1", "0.1"}, {"1", "0.2"}}, {"1", "-1"}, penalty_of(1, 1, Intercept::none), {}, {{0, 0}, 0}, {1, 1}};
  s.penalty.factor = {0, 1};
  EXPECT_FALSE(s.bracket(1, 0.5).unbounded);
  s.penalty.factor = {1, 0};
  EXPECT_EQ(s.bracket(1, 0).unbounded, 1);
  EXPECT_FALSE(s.bracket(1, 0.5).dual_holds);
}

/// Problems of every kind; now and then values of the most different magnitudes.
TextStatement random_text_statement(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const std::size_t rows = 2 + random() % 6, features = 1 + random() % 4;
  const bool wild = random() % 4 == 0;
  const auto pick = [&](std::initializer_list<double> numbers) {
    return *(numbers.begin() + random() % numbers.size());
  };
  TextStatement s;
  for (std::size_t i = 0; i < rows; ++i) {
    s.labels.emplace_back(i == 0 || (i > 1 && random() % 2 == 0) ? "1" : "-1");
    auto& row = s.rows.emplace_back();
    for (std::size_t j = 0; j < features; ++j) {
      const int exponent = wild && random() % 4 == 0 ? (j == 0 ? -300 : 100) : -static_cast<int>(random() % 6);
      row.push_back(fmt::format("{}e{}", static_cast<std::int64_t>(random() % 20001) - 10000, exponent));
    }
    s.dual_point.push_back(pick({0, 1, uniform(random), uniform(random), wild ? 1e-200 : 0.5}));
    if (rows % 2 == 0) s.row_weight.push_back(pick({1, 0.1, 2.5, i < 2 ? 3.0 : 0.0}));
  }
  constexpr Intercept kinds[] = {Intercept::free, Intercept::penalized, Intercept::none};
  s.penalty = penalty_of(pick({0, 0.1, 1e-6}), pick({0.3, 0.01}), kinds[random() % 3]);
  if (s.penalty.l2 > 0 && random() % 2 == 0) s.penalty.l1 = 0;
  for (std::size_t j = 0; j < features; ++j) {
    s.point.weight.push_back(pick({0, uniform(random), -uniform(random), wild ? 1e-90 : -1}));
    if (features % 2 == 0) s.penalty.scale.push_back(pick({0.1, 3, uniform(random) + 1e-3}));
    if (rows % 3 == 0) s.penalty.factor.push_back(pick({1, 0.7, 1e-3}));
  }
  if (s.penalty.intercept != Intercept::none) s.point.intercept = uniform(random) - 0.5;
  return s;
}

TEST(ExactBracket, IsThatOfTheDefinition) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 150; ++i) {
    const TextStatement s = random_text_statement(random);
    SCOPED_TRACE(s.text());
    expect_bracket(s, primal_by_definition(s), dual_by_definition(s));
  }
}

TEST(VerifyExactly, DecidesAboutTheFileWhateverThePrecision) {
  const TextStatement s = two_rows(penalty_of(0.5, 0, Intercept::none));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("data.svm");
  test::put(path, s.text());
  const double primal = 1.35, dual = rounded_down(mpq_class(749375, 1000000));
  for (const Precision of_proof : {Precision::float32, Precision::float64}) {
    for (const Precision of_data : {Precision::float32, Precision::float64}) {
      const Dataset data = s.data(of_data);
      if (of_proof == Precision::float64 && of_data == Precision::float32)
        continue;  // cannot tell if they are the same
      const auto verdict = [&](double claimed_primal, double claimed_dual) {
        return verify_exactly(path, {}, data, s.model(), s.proof(claimed_primal, claimed_dual, of_proof));
      };
      EXPECT_TRUE(verdict(primal, dual).holds) << verdict(primal, dual).reason;
      EXPECT_TRUE(verdict(primal, dual).exact);
      EXPECT_EQ(verdict(primal, dual).primal, primal);
      EXPECT_EQ(verdict(primal, dual).dual, dual);
      EXPECT_THAT(verdict(next_below(primal), dual).reason, HasSubstr("above the claimed"));
      EXPECT_THAT(verdict(primal, next_above(dual)).reason, HasSubstr("below the claimed"));
      EXPECT_THAT(verdict(primal, infinity).reason, HasSubstr("claims are not finite"));
    }
  }
}

TEST(VerifyExactly, TakesDataInMemoryAsTheyAre) {
  const TextStatement s = two_rows(penalty_of(0.5, 0, Intercept::none));
  const Dataset data = s.data();
  const mpq_class primal = 1 + (mpq_class(0.3) - mpq_class(0.1)) / 2 + mpq_class(1, 4);
  const double claimed = rounded_up(primal);
  EXPECT_TRUE(verify_exactly(data, s.model(), s.proof(claimed, 0)).holds);
  EXPECT_FALSE(verify_exactly(data, s.model(), s.proof(next_below(claimed), 0)).holds);
}

TEST(VerifyExactly, RefusesOtherDataAndStandardInput) {
  const TextStatement s = two_rows(penalty_of(0.5, 0, Intercept::none));
  Proof proof = s.proof(2, 0);
  ++proof.data_checksum;
  EXPECT_THAT(verify_exactly(s.data(), s.model(), proof).reason, HasSubstr("checksums differ"));
  EXPECT_THROW(verify_exactly("-", {}, s.data(), s.model(), proof), OptionError);
}

}  // namespace
}  // namespace smsvm
