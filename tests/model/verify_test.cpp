#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "model/statement.hpp"
#include "smsvm/proof.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::check;
using test::dense_data;
using test::dot;
using test::expect_refused;
using test::optimal_statement;
using test::primal_by_definition;
using test::random_statement;
using test::sign;
using test::Statement;

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
/// Makes the dual point one that proves something: mostly the slope of the loss at the point, then shrunk at random.
void sharpen(Statement& s, std::mt19937_64& random) {
  const double shrink = std::array{1.0, 1.0, 0.7, 0.3, 0.1}[random() % 5];
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const double slack = 1 - sign(s.labels[i]) * (dot(s.weights, s.rows[i]) + s.intercept);
    if (std::abs(slack) > 1e-5) s.dual_point[i] = slack > 0 ? 1 : 0;
    s.dual_point[i] *= shrink;
  }
}
TEST(Verify, AcceptsAnHonestProof) {
  const Statement s = optimal_statement();
  const Verdict found = check(s, s.tight_proof());
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
      s.row_weight[0] = s.row_weight[1] = 1;  // one row of each class
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
    const Proof proof = s.tight_proof();
    const Verdict found = verify(dense_data(s.rows, s.labels, precision), s.model(), proof);
    EXPECT_TRUE(found.holds) << found.reason;
    EXPECT_EQ(found.dual, s.verdict().dual);
  }
}

TEST(Verify, AcceptsWhatWasSavedAndLoaded) {
  const test::TemporaryFolder folder;
  Statement s = optimal_statement();
  s.precision = Precision::float32;
  for (double& value : s.dual_point) value = static_cast<float>(value);
  save_proof(s.tight_proof(), folder.file("proof"));
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
  Proof proof = s.tight_proof();
  EXPECT_NEAR(s.verdict().primal, 0.2, 1e-15);
  EXPECT_NEAR(s.verdict().dual, 0.2, 1e-15);
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
    Proof proof = s.tight_proof();
    proof.classes[0].dual = std::min(unrepaired, proof.classes[0].primal);
    expect_refused(check(s, proof), "below the claimed");
  }
}

TEST(Verify, TheInterceptModeIsPartOfTheStatement) {
  const Statement s = lonely_positive();
  const Proof proof = s.tight_proof();
  for (const Intercept other : {Intercept::penalized, Intercept::none}) {
    Proof swapped = proof;
    swapped.penalty.intercept = other;
    EXPECT_FALSE(check(s, swapped).holds);
  }
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

// ---- The data ----

TEST(Verify, ScaledFeaturesFailAlsoUnderTheRightChecksum) {
  const Statement s = optimal_statement();
  Statement scaled = s;
  for (auto& row : scaled.rows) row[0] *= 1.001;
  Proof proof = s.tight_proof();
  proof.data_checksum = scaled.data().checksum();
  EXPECT_FALSE(check(scaled, proof).holds);
}

TEST(Verify, PermutedDualsFailUnderTheRightChecksum) {
  const Statement s = optimal_statement();
  Proof proof = s.tight_proof();
  std::rotate(proof.classes[0].dual_point.begin(), proof.classes[0].dual_point.begin() + 1,
              proof.classes[0].dual_point.end());
  expect_refused(check(s, proof), "below the claimed");
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

// ---- The claims ----

TEST(Verify, OptimisticClaimsAreRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.tight_proof();
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

TEST(Verify, ConfirmsOnlyWhatIsSurelyTrue) {
  const Statement s = optimal_statement();
  const Verdict found = s.verdict();
  const auto claimed = [&](double primal, double dual) {
    Proof proof = s.modest_proof();
    proof.classes[0].primal = primal;
    proof.classes[0].dual = dual;
    return check(s, proof);
  };
  EXPECT_TRUE(claimed(found.primal + 1e-14, found.dual - 1e-14).holds);
  expect_refused(claimed(found.primal, found.dual - 1e-14), "the claimed objective");
  expect_refused(claimed(found.primal, found.dual - 1e-14), "too near to the truth for extended precision");
  expect_refused(claimed(found.primal + 1e-14, found.dual), "the claimed bound");
  expect_refused(claimed(found.primal + 1e-14, found.dual), "--exact");
  expect_refused(claimed(found.primal - 1e-14, found.dual - 1e-14), "above the claimed");
  expect_refused(claimed(found.primal + 1e-14, found.dual + 1e-14), "below the claimed");
}

TEST(Verify, AtTheOriginNothingIsRounded) {
  Statement s = optimal_statement();
  std::fill(s.weights.begin(), s.weights.end(), 0.0);
  for (std::size_t i = 0; i < s.rows.size(); ++i) s.row_weight.push_back(0.1 * static_cast<double>(1 + i % 7));
  Proof proof = s.modest_proof();
  proof.classes[0].primal = 1;
  EXPECT_TRUE(check(s, proof).holds) << check(s, proof).reason;
  proof.classes[0].primal = std::nextafter(1, 0);
  expect_refused(check(s, proof), "above the claimed");
}

/// The claims that fail are those of exact arithmetic, and one that is called too near is so: within 1e-14.
TEST(Verify, AgreesWithExactArithmeticWhereItDecides) {
  std::mt19937_64 random(41);
  for (int i = 0; i < 300; ++i) {
    Statement s = random_statement(random, 4 + random() % 20, 1 + random() % 4);
    s.penalty.intercept = static_cast<Intercept>(random() % 3);
    s.penalty.l2 = std::array{0.0, 1e-3, 1.0}[random() % 3];
    s.penalty.l1 = s.penalty.l2 == 0 ? 0.3 : std::array{0.0, 0.1}[random() % 2];
    for (double& weight : s.weights) weight = std::normal_distribution<double>()(random);
    const Dataset data = s.data();
    Proof proof = s.modest_proof();
    const Verdict exact = verify_exactly(data, s.model(), proof);
    const double scale = 1 + std::abs(exact.primal) + (s.penalty.l2 > 0 ? 1 / s.penalty.l2 : 0);
    const double by = std::pow(10.0, -12.0 - static_cast<double>(random() % 8)) * (random() % 2 == 0 ? 1 : -1) * scale;
    proof.classes[0].primal = exact.primal + by;
    proof.classes[0].dual = exact.dual - by;
    const bool holds = verify_exactly(data, s.model(), proof).holds;
    const Verdict found = verify(data, s.model(), proof);
    if (found.holds) {
      EXPECT_TRUE(holds) << by;
    } else if (found.reason.find("too near") == std::string::npos) {
      EXPECT_FALSE(holds) << by << found.reason;
    } else {
      EXPECT_LT(std::abs(by), 1e-14 * scale);
    }
  }
}

TEST(Verify, AWorseModelIsRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.tight_proof();
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
  const Proof proof = s.tight_proof();
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
    Proof proof = s.tight_proof();
    proof.classes[0].dual_point[4] = bad;
    expect_refused(check(s, proof), "the dual value of row 5 is");
  }
  Proof proof = s.tight_proof();
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
  const Verdict found = check(s, s.tight_proof());
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_EQ(found.primal, 0);
  EXPECT_EQ(found.relative_gap, 0);
}

}  // namespace
}  // namespace smsvm
