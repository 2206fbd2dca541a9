#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/statement.hpp"
#include "smsvm/proof.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"

namespace smsvm {
namespace {

using test::check;
using test::expect_refused;
using test::optimal_statement;
using test::Statement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(VerifyProblem, APenaltyThatIsNoneIsRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.tight_proof();
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

TEST(VerifyProblem, OtherDataAreRefused) {
  const Statement s = optimal_statement();
  const Proof proof = s.tight_proof();
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
  refused([](Statement& o) { o.precision = Precision::float32; }, "it is about doubles, these data are floats");
  refused([](Statement& o) { o.rows.pop_back(), o.labels.pop_back(); }, "the data have 39 rows, the proof is about 40");
  refused([](Statement& o) { o.labels.clear(); }, "no labels");
}

TEST(VerifyProblem, DoublesBearAProofAboutTheirFloats) {
  Statement s = optimal_statement();
  s.precision = Precision::float32;
  const Proof proof = s.tight_proof();
  EXPECT_TRUE(check(s, proof).holds);
  Proof roomy = proof;  // doubles differ from their floats, and so does the objective
  roomy.classes[0].primal += 1e-6;
  roomy.classes[0].dual -= 1e-6;
  s.precision = Precision::float64;
  const Verdict found = check(s, roomy);
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_NE(found.primal, proof.classes[0].primal);
}

// ---- Weights of rows ----

/// Rows that weigh something, with a model that says how it was trained.
struct Weighted {
  Weighted() {
    for (std::size_t i = 0; i < s.rows.size(); ++i) own.push_back(static_cast<double>(i % 4) / 3);
    s.row_weight = own;
    settle();
  }
  void settle() {
    proof = s.modest_proof();
    proof.classes[0].primal = 1e6;
    proof.classes[0].dual = 0;
    model = s.model();
    model.facts = s.facts(proof);
    model.facts->tolerance = 1;
  }
  Verdict verdict(const std::vector<double>& of_data, const KnownProblem& known = {}) const {
    Dataset data = s.data();
    data.row_weight = of_data;
    return verify(data, model, proof, known);
  }

  Statement s = optimal_statement();
  std::vector<double> own;
  Proof proof;
  Model model;
};

TEST(VerifyProblem, RowWeightsAreThoseOfTheDataOrSaidToBeTaken) {
  const Weighted w;
  EXPECT_TRUE(w.verdict(w.own).holds) << w.verdict(w.own).reason;
  EXPECT_THAT(w.verdict(w.own).taken, IsEmpty());
  EXPECT_TRUE(w.verdict({}, {w.own, {}}).holds);
  const Verdict found = w.verdict({});
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_THAT(found.taken, ElementsAre(HasSubstr("row weights from the proof: 40 rows, 10 of weight 0, sum 20, ")));

  std::vector<double> other = w.own;
  other[3] = std::nextafter(other[3], 2);
  expect_refused(w.verdict(other), "row 4 weighs 1 in the proof");
  expect_refused(w.verdict({}, {other, {}}), "row 4 weighs 1 in the proof");
}

TEST(VerifyProblem, AnUnweightedProofIsNoneAboutWeightedRows) {
  Weighted w;
  w.s.row_weight.clear();
  w.settle();
  EXPECT_TRUE(w.verdict({}).holds);
  expect_refused(w.verdict(w.own), "the proof is about rows that all weigh 1");
  w.model.facts->class_weights = {{Label::parse("1"), 2}};
  expect_refused(w.verdict({}), "the proof is about rows that all weigh 1");
}

TEST(VerifyProblem, ClassWeightsAreInTheWeightsOfTheProof) {
  Weighted w;
  const std::vector<ClassWeight> of_class = {{Label::parse("1"), 0.1}};
  w.s.row_weight = times_class_weights(w.own, w.s.data().labels, of_class);
  w.settle();
  expect_refused(w.verdict(w.own), "its own weight times that of its class");
  w.model.facts->class_weights = of_class;
  EXPECT_TRUE(w.verdict(w.own).holds) << w.verdict(w.own).reason;
  expect_refused(w.verdict({}), "its own weight times that of its class");
  w.model.facts->class_weights[0].weight = 0.2;
  expect_refused(w.verdict(w.own), "its own weight times that of its class");
}

// ---- Factors and scales ----

TEST(VerifyProblem, PenaltyFactorsAreThoseKnownOrSaidToBeTaken) {
  Statement s = optimal_statement();
  s.penalty.factor = {1, 2, 1};
  const Proof proof = s.modest_proof();
  const auto verdict = [&](const KnownProblem& known) { return verify(s.data(), s.model(), proof, known); };
  EXPECT_THAT(verdict({}).taken, testing::Contains(HasSubstr("penalty factors from the proof: 3 features, 1 not 1, ")));
  EXPECT_TRUE(verdict({{}, s.penalty.factor}).holds);
  EXPECT_THAT(verdict({{}, s.penalty.factor}).taken, testing::Not(testing::Contains(HasSubstr("penalty factors"))));
  expect_refused(verdict({{}, std::vector<double>{1, 2, 3}}), "the penalty factor of feature 3 is 1 in the proof");
  Statement plain = optimal_statement();
  expect_refused(verify(plain.data(), plain.model(), plain.modest_proof(), {{}, s.penalty.factor}),
                 "the penalty factor of feature 2 is 1 in the proof, and should be 2");
}

TEST(VerifyProblem, ScalesAreRecomputed) {
  for (const Scale kind : {Scale::standard, Scale::minmax}) {
    Statement s = optimal_statement();
    s.penalty.scale = feature_scale(s.data(), kind);
    const auto verdict = [&](const std::string& word, const std::vector<double>& scale) {
      Statement told = s;
      told.penalty.scale = scale;
      Proof proof = told.modest_proof();
      proof.classes[0].primal = 1e6;
      proof.classes[0].dual = 0;
      Model model = told.model();
      model.facts = told.facts(proof);
      model.facts->tolerance = 1;
      model.facts->scale = word;
      return verify(told.data(), model, proof);
    };
    const std::string right = kind == Scale::standard ? "standard" : "minmax";
    const std::string wrong = kind == Scale::standard ? "minmax" : "standard";
    EXPECT_TRUE(verdict(right, s.penalty.scale).holds) << verdict(right, s.penalty.scale).reason;
    expect_refused(verdict(wrong, s.penalty.scale), "the scale of feature 1 is");
    expect_refused(verdict("banana", s.penalty.scale), "unknown scale 'banana'");
    expect_refused(verdict("none", s.penalty.scale), "scale 'none', the proof is about features that are scaled");
    expect_refused(verdict(right, {}), "the proof is about features that are not scaled");
    std::vector<double> changed = s.penalty.scale;
    changed[1] *= 1.00001;
    expect_refused(verdict(right, changed), "the scale of feature 2 is");
  }
}

TEST(VerifyProblem, ScalesOfFloatsAreThoseOfTheirDoubles) {
  Statement s = optimal_statement();
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    s.rows[i][0] = 1000 + s.rows[i][0] / 1000;             // floats keep three digits of the difference
    s.rows[i][2] = 3 + static_cast<double>(i % 2) * 1e-9;  // and of this none
  }
  s.precision = Precision::float32;
  s.penalty.scale = feature_scale(s.data(), Scale::standard);
  EXPECT_EQ(s.penalty.scale[2], 1);
  Proof proof = s.modest_proof();
  proof.classes[0].primal = 1e6;
  proof.classes[0].dual = 0;
  Model model = s.model();
  model.facts = s.facts(proof);
  model.facts->tolerance = 1;
  s.precision = Precision::float64;
  EXPECT_TRUE(verify(s.data(), model, proof).holds) << verify(s.data(), model, proof).reason;
}

TEST(VerifyProblem, ModelAndProofNameTheSameScales) {
  Statement s = optimal_statement();
  s.penalty.scale = feature_scale(s.data(), Scale::standard);
  const Proof proof = s.tight_proof();
  Model model = s.model();
  model.facts = s.facts(proof);
  EXPECT_TRUE(verify(s.data(), model, proof).holds) << verify(s.data(), model, proof).reason;
  model.facts->feature_scale[2] *= 1.5;
  expect_refused(verify(s.data(), model, proof), "the scale of feature 3 is");
  model.facts->feature_scale.clear();
  expect_refused(verify(s.data(), model, proof), "does not say by what its features were scaled");
}

TEST(VerifyProblem, WithoutFeaturesThereIsNothingToScale) {
  Statement s;
  s.rows.assign(4, {});
  s.labels = {"1", "-1", "1", "-1"};
  s.penalty.l2 = 1;
  s.dual_point.assign(4, 1.0);
  const Proof proof = s.tight_proof();
  Model model = s.model();
  model.facts = s.facts(proof);
  model.facts->scale = "standard";
  EXPECT_TRUE(verify(s.data(), model, proof).holds) << verify(s.data(), model, proof).reason;
}

}  // namespace
}  // namespace smsvm
