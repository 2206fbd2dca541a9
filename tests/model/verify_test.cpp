#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <source_location>

#include "model/samples.hpp"
#include "smsvm/proof.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::dense_data;
using test::random_table;
using test::sparse_data;
using test::Table;
using testing::HasSubstr;

/// A problem, a point and a dual point, from which data, model and proof are made.
struct Statement {
  Table rows;
  std::vector<std::string> labels;
  Penalty penalty;
  std::vector<double> row_weight;
  std::vector<double> weights;
  double intercept = 0;
  std::vector<double> dual_point;
  Precision precision = Precision::float64;

  Dataset data() const { return sparse_data(rows, labels, precision); }

  Model model() const {
    Model model;
    model.labels = {Label::parse("1"), Label::parse("-1")};
    model.features = std::ssize(weights);
    model.weights = weights;
    model.intercept = {intercept};
    model.has_intercept = penalty.intercept != Intercept::none;
    return model;
  }

  /// Claims what cannot fail.
  Proof modest_proof() const {
    Proof proof;
    proof.data_checksum = data().checksum();
    proof.rows = std::ssize(rows);
    proof.precision = precision;
    proof.penalty = penalty;
    proof.row_weight = row_weight;
    proof.classes = {{Label::parse("+1"), 1e100, -1e100, dual_point}};
    return proof;
  }

  Verdict verdict() const { return verify(data(), model(), modest_proof()); }

  /// Claims exactly what is true.
  Proof exact_proof() const {
    const Verdict found = verdict();
    EXPECT_TRUE(found.holds) << found.reason;
    Proof proof = modest_proof();
    proof.classes[0].primal = found.primal;
    proof.classes[0].dual = found.dual;
    return proof;
  }
};

double sign(const std::string& label) { return label == "1" ? 1 : -1; }
double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

/// Eq. 1, as it is written.
double primal_by_definition(const Statement& s, const std::vector<double>& weights, double intercept) {
  double loss = 0, total = 0;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const double c = s.row_weight.empty() ? 1 : s.row_weight[i];
    loss += c * std::max(0.0, 1 - sign(s.labels[i]) * (dot(weights, s.rows[i]) + intercept));
    total += c;
  }
  double value = loss / total;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double factor = s.penalty.factor.empty() ? 1 : s.penalty.factor[j];
    value += factor * (s.penalty.l2 / 2 * weights[j] * weights[j] + s.penalty.l1 * std::abs(weights[j]));
  }
  if (s.penalty.intercept == Intercept::penalized) {
    value += s.penalty.l2 / 2 * intercept * intercept + s.penalty.l1 * std::abs(intercept);
  }
  return value;
}

/// A good point, by steps along each coordinate that are halved when none helps: slow, plain, and no duality in it.
void descend(Statement& s) {
  double best = primal_by_definition(s, s.weights, s.intercept);
  const auto improve = [&](double& coordinate, double step) {
    const double before = coordinate;
    for (const double moved : {before + step, before - step}) {
      coordinate = moved;
      const double value = primal_by_definition(s, s.weights, s.intercept);
      if (value < best) {
        best = value;
        return true;
      }
    }
    coordinate = before;
    return false;
  };
  for (double step = 1; step > 1e-7;) {
    bool moved = false;
    for (double& weight : s.weights) moved |= improve(weight, step);
    if (s.penalty.intercept != Intercept::none) moved |= improve(s.intercept, step);
    if (!moved) step /= 2;
  }
}

/// The optimum for an l2 penalty without an intercept, by dual coordinate ascent.
void solve(Statement& s) {
  const double n = static_cast<double>(s.rows.size());
  s.dual_point.assign(s.rows.size(), 0.0);
  s.weights.assign(s.rows.front().size(), 0.0);
  for (int sweep = 0; sweep < 20'000; ++sweep) {
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      const double y = sign(s.labels[i]);
      const double square = dot(s.rows[i], s.rows[i]);
      if (square == 0) {
        s.dual_point[i] = 1;
        continue;
      }
      const double step = (1 - y * dot(s.weights, s.rows[i])) * s.penalty.l2 * n / square;
      const double moved = std::clamp(s.dual_point[i] + step, 0.0, 1.0) - s.dual_point[i];
      s.dual_point[i] += moved;
      for (std::size_t j = 0; j < s.weights.size(); ++j) s.weights[j] += moved * y * s.rows[i][j] / (s.penalty.l2 * n);
    }
  }
}

/// Makes the dual point one that proves something: mostly the slope of the loss at the point, then shrunk at random.
void sharpen(Statement& s, std::mt19937_64& random) {
  const double shrink = std::array{1.0, 1.0, 0.7, 0.3, 0.1}[random() % 5];
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const double slack = 1 - sign(s.labels[i]) * (dot(s.weights, s.rows[i]) + s.intercept);
    if (std::abs(slack) > 1e-5) s.dual_point[i] = slack > 0 ? 1 : 0;
    s.dual_point[i] *= shrink;
  }
}

Statement random_statement(std::mt19937_64& random, std::size_t rows = 30, std::size_t features = 3) {
  Statement s;
  s.rows = random_table(random, rows, features);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool positive = uniform(random) < 0.3;
    s.labels.push_back(positive ? "1" : "-1");
    if (positive) s.rows[i][0] += 1;
    s.dual_point.push_back(random() % 3 == 0 ? 1.0 : uniform(random));
  }
  s.labels[0] = "1";
  s.labels[1] = "-1";
  s.weights.resize(features);
  return s;
}

/// Near enough to optimal for claims to be tight, with a gap of about 1e-9.
Statement optimal_statement() {
  std::mt19937_64 random(17);
  Statement s = random_statement(random, 40);
  s.penalty.l2 = 0.1;
  s.penalty.intercept = Intercept::none;
  solve(s);
  return s;
}

Verdict check(const Statement& s, const Proof& proof) { return verify(s.data(), s.model(), proof); }

void expect_refused(const Verdict& verdict, const char* because,
                    const std::source_location& where = std::source_location::current()) {
  const testing::ScopedTrace trace(where.file_name(), static_cast<int>(where.line()), "called here");
  EXPECT_FALSE(verdict.holds);
  EXPECT_THAT(verdict.reason, HasSubstr(because));
}

TEST(Verify, AcceptsAnHonestProof) {
  const Statement s = optimal_statement();
  const Verdict found = check(s, s.exact_proof());
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_EQ(found.reason, "");
  EXPECT_NEAR(found.primal, primal_by_definition(s, s.weights, 0), 1e-14);
  EXPECT_LT(found.relative_gap, 1e-7);
  EXPECT_LE(found.dual, found.primal);
}

TEST(Verify, TheBoundIsBelowTheObjectiveOfEveryPoint) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Statement s = random_statement(random, 4 + random() % 20, 1 + random() % 3);
    constexpr std::array weights = {0.0, 1e-3, 0.1, 1.0};
    s.penalty.intercept = static_cast<Intercept>(random() % 3);
    s.penalty.l2 = weights[random() % 4];
    s.penalty.l1 = weights[random() % 4];
    if (s.penalty.l2 == 0 && s.penalty.l1 == 0) s.penalty.l1 = 0.01;
    if (random() % 2 == 0) {
      for (std::size_t j = 0; j < s.weights.size(); ++j)
        s.penalty.factor.push_back(0.1 + static_cast<double>(random() % 30) / 10);
    }
    if (random() % 2 == 0) {
      for (std::size_t i = 0; i < s.rows.size(); ++i) s.row_weight.push_back(static_cast<double>(random() % 4));
      s.row_weight[0] = 1;
    }
    descend(s);
    sharpen(s, random);
    const Verdict found = s.verdict();
    RC_ASSERT(found.holds);
    RC_ASSERT(std::abs(found.primal - primal_by_definition(s, s.weights, s.intercept)) <= 1e-12 * (1 + found.primal));
    RC_ASSERT(found.dual <= found.primal + 1e-12);
    RC_ASSERT(found.dual >= 0);
  }));
}

TEST(Verify, TheLayoutOfTheDataDoesNotMatter) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    std::mt19937_64 random(23);
    Statement s = random_statement(random);
    s.penalty.l2 = 0.01;
    s.precision = precision;
    const Proof proof = s.exact_proof();
    const Verdict found = verify(dense_data(s.rows, s.labels, precision), s.model(), proof);
    EXPECT_TRUE(found.holds) << found.reason;
    EXPECT_EQ(found.dual, proof.classes[0].dual);
  }
}

TEST(Verify, AcceptsWhatWasSavedAndLoaded) {
  const test::TemporaryFolder folder;
  Statement s = optimal_statement();
  s.precision = Precision::float32;
  for (double& value : s.dual_point) value = static_cast<float>(value);
  save_proof(s.exact_proof(), folder.file("proof"));
  save_model(s.model(), folder.file("model"));
  const Verdict found = verify(s.data(), load_model(folder.file("model")), load_proof(folder.file("proof")));
  EXPECT_TRUE(found.holds) << found.reason;
}

// ---- The intercept ----

/// One positive row among ten and no features: the optimum is 0.2, at b = −1.
Statement lonely_positive() {
  Statement s;
  s.rows.assign(10, {0.0});
  s.labels.assign(10, "-1");
  s.labels[0] = "1";
  s.penalty.l2 = 1;
  s.penalty.intercept = Intercept::free;
  s.weights = {0};
  s.intercept = -1;
  s.dual_point.assign(10, 1.0);
  return s;
}

TEST(Verify, AFreeInterceptNeedsBalancedDuals) {
  const Statement s = lonely_positive();
  // All ones would prove 1 if the balance were forgotten, five times the optimum.
  Proof proof = s.exact_proof();
  EXPECT_NEAR(proof.classes[0].primal, 0.2, 1e-15);
  EXPECT_NEAR(proof.classes[0].dual, 0.2, 1e-15);
  EXPECT_TRUE(check(s, proof).holds);
  proof.classes[0].primal = proof.classes[0].dual = 1;
  expect_refused(check(s, proof), "below the claimed 1");
}

TEST(Verify, TheRepairGuardsAgainstAnEmptyClass) {
  Statement s = lonely_positive();
  s.dual_point[0] = 0;
  EXPECT_EQ(s.verdict().dual, 0);
  s.dual_point.assign(10, 0.0);
  EXPECT_EQ(s.verdict().dual, 0);
  EXPECT_TRUE(s.verdict().holds);
  s.labels.assign(10, "1");
  s.dual_point.assign(10, 1.0);
  EXPECT_EQ(s.verdict().dual, 0) << "one class is classified by the intercept alone";
}

TEST(Verify, TheRepairedBoundIsBelowTheOptimumWhereTheUnrepairedIsAbove) {
  std::mt19937_64 random(29);
  for (int i = 0; i < 20; ++i) {
    Statement s = random_statement(random);
    s.penalty.l2 = 1;
    s.penalty.intercept = Intercept::free;
    descend(s);
    std::fill(s.dual_point.begin(), s.dual_point.end(), 1.0);
    const Verdict repaired = s.verdict();
    EXPECT_LE(repaired.dual, repaired.primal);
    Statement forgotten = s;
    forgotten.penalty.intercept = Intercept::none;
    forgotten.intercept = 0;
    const double unrepaired = forgotten.verdict().dual;
    EXPECT_GT(unrepaired, repaired.primal) << "the case is not hard enough to show anything";
    Proof proof = s.exact_proof();
    proof.classes[0].dual = std::min(unrepaired, proof.classes[0].primal);
    expect_refused(check(s, proof), "below the claimed");
  }
}

TEST(Verify, TheInterceptModeIsPartOfTheStatement) {
  Statement s = lonely_positive();
  const Proof proof = s.exact_proof();
  for (const Intercept other : {Intercept::penalized, Intercept::none}) {
    Proof swapped = proof;
    swapped.penalty.intercept = other;
    EXPECT_FALSE(check(s, swapped).holds);
  }
  Model model = s.model();
  model.facts = test::sample_facts();
  model.facts->l2 = s.penalty.l2;
  model.facts->l1 = s.penalty.l1;
  model.facts->scale = "none";
  model.facts->intercept = "penalized";
  expect_refused(verify(s.data(), model, proof), "intercept 'penalized', the proof is about 'free'");
  model.facts->intercept = "free";
  EXPECT_TRUE(verify(s.data(), model, proof).holds);
}

TEST(Verify, APenalizedInterceptIsAConstantFeature) {
  std::mt19937_64 random(31);
  Statement s = random_statement(random);
  s.penalty.l2 = 2;
  s.penalty.l1 = 0.02;
  s.penalty.intercept = Intercept::penalized;
  s.weights = {0.5, -0.25, 1};
  s.intercept = -0.75;
  Statement explicit_constant = s;
  explicit_constant.penalty.intercept = Intercept::none;
  explicit_constant.intercept = 0;
  explicit_constant.weights.push_back(-0.75);
  for (auto& row : explicit_constant.rows) row.push_back(1);
  EXPECT_GT(s.verdict().dual, 0);
  EXPECT_NEAR(s.verdict().primal, explicit_constant.verdict().primal, 1e-15);
  EXPECT_NEAR(s.verdict().dual, explicit_constant.verdict().dual, 1e-15);
}

// ---- The penalty ----

TEST(Verify, WithoutL2TheDualIsScaledUntilItIsFeasible) {
  Statement s;
  s.rows = {{2.0}, {-1.0}};
  s.labels = {"1", "-1"};
  s.penalty.l1 = 0.5;
  s.penalty.intercept = Intercept::none;
  s.weights = {0};
  s.dual_point = {1, 1};
  // v = (2 + 1)/2, so a is scaled by 0.5/1.5; Σ a / n = 1.
  EXPECT_NEAR(s.verdict().dual, 1.0 / 3, 1e-15);
  s.penalty.l1 = 2;
  EXPECT_EQ(s.verdict().dual, 1);
}

TEST(Verify, FactorsApplyToEachFeature) {
  Statement s;
  s.rows = {{1.0, 4.0}, {-1.0, -4.0}};
  s.labels = {"1", "-1"};
  s.penalty.l2 = 2;
  s.penalty.l1 = 0.5;
  s.penalty.factor = {1, 4};
  s.penalty.intercept = Intercept::none;
  s.weights = {0.1, 0.2};
  s.dual_point = {1, 1};
  // v = (1, 4): 1 − (1 − 0.5)²/(2·2) − (4 − 2)²/(2·8)
  EXPECT_NEAR(s.verdict().dual, 1 - 0.0625 - 0.25, 1e-15);
  EXPECT_NEAR(s.verdict().primal, 0.01 + 0.05 + 4 * (0.04 + 0.1) + (1 - 0.9), 1e-15);
}

TEST(Verify, AnUnpenalisedFeatureProvesNothing) {
  Statement s = optimal_statement();
  s.penalty.factor = {1, 0, 1};
  expect_refused(s.verdict(), "feature 2 is not penalised and not balanced");
  for (auto& row : s.rows) row[1] = 0;
  EXPECT_TRUE(s.verdict().holds) << "a feature without values does no harm";
  s.penalty.factor.clear();
  s.penalty.l2 = 0;
  expect_refused(s.verdict(), "is not penalised");
  s.penalty.intercept = Intercept::penalized;
  for (auto& row : s.rows) std::fill(row.begin(), row.end(), 0.0);
  expect_refused(s.verdict(), "the intercept is not penalised");
}

TEST(Verify, AnotherPenaltyIsRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.exact_proof();
  Model model = s.model();
  model.facts = test::sample_facts();
  model.facts->intercept = "none";
  model.facts->l2 = 0.1;
  model.facts->l1 = 0;
  expect_refused(verify(s.data(), model, proof), "scale 'standard', the proof is about features that are not scaled");
  model.facts->scale = "none";
  EXPECT_TRUE(verify(s.data(), model, proof).holds);
  model.facts->l2 = 0.2;
  expect_refused(verify(s.data(), model, proof), "the model was trained with l2 0.2");
  for (const double l2 : {0.05, 0.0999999, 0.1000001, 0.2}) {
    Proof other = proof;
    other.penalty.l2 = l2;
    EXPECT_FALSE(check(s, other).holds) << l2;
  }
  Proof sparse = proof;
  sparse.penalty.l1 = 1e-3;
  EXPECT_FALSE(check(s, sparse).holds);
  for (const double bad : {-0.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Proof broken = proof;
    broken.penalty.l2 = bad;
    expect_refused(check(s, broken), "negative or not finite");
    broken = proof;
    broken.penalty.factor = {1, bad, 1};
    expect_refused(check(s, broken), "negative or not finite");
    broken = proof;
    broken.row_weight.assign(s.rows.size(), bad);
    expect_refused(check(s, broken), "negative or not finite");
  }
  Proof broken = proof;
  broken.penalty.factor = {1, 1};
  expect_refused(check(s, broken), "2 penalty factors for 3 features");
  broken = proof;
  broken.row_weight.assign(s.rows.size(), 0.0);
  expect_refused(check(s, broken), "all zero");
  broken.row_weight.pop_back();
  expect_refused(check(s, broken), "row weights for");
}

// ---- The data ----

TEST(Verify, OtherDataAreRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.exact_proof();
  const auto refused = [&](auto change, const char* because) {
    Statement other = s;
    change(other);
    expect_refused(verify(other.data(), s.model(), proof), because);
  };
  refused([](Statement& o) { std::swap(o.rows[2], o.rows[3]); }, "checksums differ");
  refused([](Statement& o) { std::swap(o.labels[0], o.labels[1]); }, "checksums differ");
  refused(
      [](Statement& o) {
        for (auto& row : o.rows) row[1] *= 2;
      },
      "checksums differ");
  refused([](Statement& o) { o.rows[5][0] = std::nextafter(o.rows[5][0], 9); }, "checksums differ");
  refused([](Statement& o) { o.precision = Precision::float32; }, "data read in double precision");
  refused([](Statement& o) { o.rows.pop_back(), o.labels.pop_back(); }, "the data have 39 rows, the proof is about 40");
  refused([](Statement& o) { o.labels.clear(); }, "no labels");
}

TEST(Verify, ScaledFeaturesFailAlsoUnderTheRightChecksum) {
  const Statement s = optimal_statement();
  Statement scaled = s;
  for (auto& row : scaled.rows) row[0] *= 1.001;
  Proof proof = s.exact_proof();
  proof.data_checksum = scaled.data().checksum();
  EXPECT_FALSE(check(scaled, proof).holds);
}

TEST(Verify, PermutedDualsFailUnderTheRightChecksum) {
  const Statement s = optimal_statement();
  Proof proof = s.exact_proof();
  std::rotate(proof.classes[0].dual_point.begin(), proof.classes[0].dual_point.begin() + 1,
              proof.classes[0].dual_point.end());
  expect_refused(check(s, proof), "below the claimed");
}

TEST(Verify, ThePositiveLabelMustBeThatOfDataAndModel) {
  const Statement s = optimal_statement();
  Proof proof = s.exact_proof();
  proof.classes[0].positive = Label::parse("7");
  expect_refused(check(s, proof), "no row of the data has the positive label '7'");
  proof.classes[0].positive = Label::parse("-1");
  expect_refused(check(s, proof), "a positive score of the model does not mean the label '-1'");
}

TEST(Verify, SeveralClassesAreProvedOneByOne) {
  std::mt19937_64 random(37);
  Statement s = random_statement(random);
  s.penalty.l2 = 0.1;
  s.weights = {1, -0.5, 0.25};
  s.intercept = 0.125;
  s.labels[2] = s.labels[3] = "x";
  const ClassVerdict one = s.verdict().classes.at(0);
  Model model = s.model();
  model.labels = {Label::parse("x"), Label::parse("+1"), Label::parse("-1")};
  model.weights = {9, 1, 7, 9, -0.5, 7, 9, 0.25, 7};
  model.intercept = {9, 0.125, 7};
  Proof proof = s.modest_proof();
  ClassProof claim = proof.classes[0];
  claim.positive = Label::parse("-1");
  proof.classes.push_back(claim);
  expect_refused(verify(s.data(), model, proof), "the label 'x', about which the proof says nothing");

  claim.positive = Label::parse("x");
  proof.classes.push_back(claim);
  const Verdict found = verify(s.data(), model, proof);
  EXPECT_TRUE(found.holds) << found.reason;
  ASSERT_EQ(found.classes.size(), 3U);
  EXPECT_EQ(found.classes[0].primal, one.primal);
  EXPECT_EQ(found.classes[0].dual, one.dual);
  EXPECT_GT(found.classes[1].primal, one.primal);
  EXPECT_NE(found.classes[1].primal, found.classes[2].primal);
  EXPECT_DOUBLE_EQ(found.primal, found.classes[0].primal + found.classes[1].primal + found.classes[2].primal);
  for (const ClassVerdict& of_class : found.classes) EXPECT_GE(found.relative_gap, of_class.relative_gap);

  proof.classes[1].dual = 2;  // no bound is above 1, the objective at zero
  proof.classes[2].dual = 2;
  expect_refused(verify(s.data(), model, proof), "class '-1': the dual point proves");
}

TEST(Verify, ScaledFeaturesArePenalisedByTheirScale) {
  Statement s = optimal_statement();
  Statement divided = s;                          // the same problem, told by its data
  const std::vector<double> scale = {4, 0.5, 8};  // powers of two: nothing is rounded
  for (auto& row : divided.rows) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] /= scale[j];
  }
  for (std::size_t j = 0; j < scale.size(); ++j) divided.weights[j] *= scale[j];
  s.penalty.l1 = divided.penalty.l1 = 0.01;
  const Verdict expected = divided.verdict();
  s.penalty.scale = scale;
  const Verdict found = s.verdict();
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_DOUBLE_EQ(found.primal, expected.primal);
  EXPECT_DOUBLE_EQ(found.dual, expected.dual);

  s.penalty.scale.pop_back();
  expect_refused(s.verdict(), "2 scales for 3 features");
  s.penalty.scale = {1, 0, 1};
  expect_refused(s.verdict(), "not positive");
}

TEST(Verify, FeaturesAreMatchedByNumber) {
  Statement s = optimal_statement();
  Dataset data = s.data();
  data.feature_ids = {2, 5, 1'000'000'000'000};
  data.width = data.feature_ids.back();
  Proof proof = s.exact_proof();
  proof.data_checksum = data.checksum();
  Model model = s.model();
  model.features = 2'000'000'000'000;
  model.feature_ids = data.feature_ids;
  EXPECT_TRUE(verify(data, model, proof).holds);

  model.feature_ids = {2, 6, 1'000'000'000'000};
  expect_refused(verify(data, model, proof), "a weight for feature 6, which the data do not have");

  model.feature_ids = {2, 5};  // a weight less is another point, with a larger objective
  model.weights.pop_back();
  expect_refused(verify(data, model, proof), "above the claimed");
}

TEST(Verify, AModelNarrowerThanTheDataHasZeroWeightsThere) {
  Statement s = optimal_statement();
  s.weights[2] = 0;
  const Proof proof = s.exact_proof();
  Model model = s.model();
  model.features = 2;
  model.weights.pop_back();
  EXPECT_TRUE(verify(s.data(), model, proof).holds);
}

// ---- The claims ----

TEST(Verify, OptimisticClaimsAreRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.exact_proof();
  const auto claimed = [&](double primal, double dual) {
    Proof other = proof;
    other.classes[0].primal = primal;
    other.classes[0].dual = dual;
    return check(s, other);
  };
  EXPECT_TRUE(claimed(proof.classes[0].primal * (1 + 1e-12), proof.classes[0].dual).holds);
  expect_refused(claimed(proof.classes[0].primal * (1 - 1e-8), proof.classes[0].dual * (1 - 1e-8)),
                 "above the claimed");
  expect_refused(claimed(proof.classes[0].primal, proof.classes[0].dual + 1e-8), "below the claimed");
  expect_refused(claimed(proof.classes[0].primal + 1e-8, proof.classes[0].primal + 1e-8), "below the claimed");
  expect_refused(claimed(std::nan(""), proof.classes[0].dual), "not finite");
  expect_refused(claimed(proof.classes[0].primal, std::nan("")), "not finite");
  expect_refused(claimed(std::numeric_limits<double>::infinity(), proof.classes[0].dual), "not finite");
  expect_refused(claimed(proof.classes[0].primal, -std::numeric_limits<double>::infinity()), "not finite");
  expect_refused(claimed(0, 0), "above the claimed");
  expect_refused(claimed(-1, -1), "above the claimed");
}

TEST(Verify, AWorseModelIsRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.exact_proof();
  for (std::size_t j = 0; j < s.weights.size(); ++j) {
    for (const double change : {-1e-3, 1e-3}) {
      Model model = s.model();
      model.weights[j] += change;
      expect_refused(verify(s.data(), model, proof), "above the claimed");
    }
  }
  Model shifted = s.model();
  shifted.has_intercept = true;
  shifted.intercept = {0.1};
  expect_refused(verify(s.data(), shifted, proof), "the model has an intercept");
}

TEST(Verify, EveryFlippedBitOfTheDualPointIsHarmlessOrRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.exact_proof();
  int refused = 0;
  for (std::size_t i = 0; i < proof.classes[0].dual_point.size(); ++i) {
    for (int bit = 0; bit < 64; ++bit) {
      Proof flipped = proof;
      flipped.classes[0].dual_point[i] =
          std::bit_cast<double>(std::bit_cast<std::uint64_t>(proof.classes[0].dual_point[i]) ^ (1ULL << bit));
      const Verdict found = check(s, flipped);
      refused += !found.holds;
      EXPECT_LE(found.dual, proof.classes[0].primal) << "no dual point proves more than the objective";
      const bool in_box = flipped.classes[0].dual_point[i] >= 0 && flipped.classes[0].dual_point[i] <= 1;
      if (!in_box) expect_refused(found, "outside [0, 1]");
      EXPECT_TRUE(!found.holds || found.dual >= proof.classes[0].dual - 1e-10);
      const bool far = std::abs(flipped.classes[0].dual_point[i] - proof.classes[0].dual_point[i]) > 0.01;
      EXPECT_TRUE(!found.holds || !far);
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(Verify, DualPointsOutsideTheBoxAreRefused) {
  const Statement s = optimal_statement();
  for (const double bad : {-1e-12, 1 + 1e-12, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Proof proof = s.exact_proof();
    proof.classes[0].dual_point[4] = bad;
    expect_refused(check(s, proof), "the dual value of row 5 is");
  }
  Proof proof = s.exact_proof();
  proof.classes[0].dual_point.pop_back();
  expect_refused(check(s, proof), "39 dual values for 40 rows");
}

TEST(Verify, AnObjectiveOfZeroHasNoGap) {
  Statement s;
  s.rows = {{1.0}, {-1.0}};
  s.labels = {"1", "-1"};
  s.penalty.l2 = 1;
  s.penalty.factor = {0};
  s.penalty.intercept = Intercept::none;
  s.weights = {2};
  s.dual_point = {0, 0};
  const Verdict found = check(s, s.exact_proof());
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_EQ(found.primal, 0);
  EXPECT_EQ(found.relative_gap, 0);
}

}  // namespace
}  // namespace smsvm
