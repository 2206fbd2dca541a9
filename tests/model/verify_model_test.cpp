#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "model/statement.hpp"
#include "smsvm/proof.hpp"

namespace smsvm {
namespace {

using test::check;
using test::expect_refused;
using test::optimal_statement;
using test::random_statement;
using test::Statement;

std::vector<Label> labels_of(const std::vector<std::string>& texts) {
  std::vector<Label> labels;
  for (const std::string& text : texts) labels.push_back(Label::parse(text));
  return labels;
}

// ---- Labels ----

TEST(VerifyModel, ThePositiveLabelMustBeThatOfDataAndModel) {
  const Statement s = optimal_statement();
  Proof proof = s.tight_proof();
  proof.classes[0].positive = Label::parse("7");
  expect_refused(check(s, proof), "no row of the data has the positive label '7'");
  proof.classes[0].positive = Label::parse("-1");
  expect_refused(check(s, proof), "a positive score of the model does not mean the label '-1'");
}

/// What is found when a model with these labels is offered for rows with those.
Verdict verdict_on_labels(const std::vector<std::string>& of_model, const std::vector<std::string>& of_rows,
                          const std::vector<double>& row_weight = {}) {
  Statement s;
  s.rows.assign(of_rows.size(), {1.0});
  s.labels = of_rows;
  s.row_weight = row_weight;
  s.penalty.l2 = 1;
  s.weights = {0};
  s.dual_point.assign(of_rows.size(), 0.5);
  Proof proof = s.modest_proof();
  Model model = s.model();
  model.labels = labels_of(of_model);
  model.weights.assign(model.columns(), 0.0);
  model.intercept.assign(model.columns(), 0.0);
  const ClassProof claim = proof.classes[0];
  proof.classes.assign(model.columns(), claim);
  for (std::size_t k = 0; k < model.columns(); ++k) proof.classes[k].positive = model.labels[k];
  return verify(s.data(), model, proof);
}

TEST(VerifyModel, TwoLabelsAreThoseOfTheRows) {
  EXPECT_TRUE(verdict_on_labels({"1", "-1"}, {"1", "-1", "+1"}).holds);
  EXPECT_TRUE(verdict_on_labels({"-1", "1"}, {"1", "-1", "+1"}).holds);
  expect_refused(verdict_on_labels({"1", "banana"}, {"1", "-1"}), "has the label 'banana', which the model has");
  expect_refused(verdict_on_labels({"1", "1.0"}, {"1", "-1"}), "the model has the label '1.0' twice");
  expect_refused(verdict_on_labels({"1", "-1"}, {"1", "1"}), "no row of a weight above 0 has the label '-1'");
}

TEST(VerifyModel, TheRestIsCalledAsTrainingCallsIt) {
  EXPECT_TRUE(verdict_on_labels({"7", "-1"}, {"3", "7", "5"}).holds);
  EXPECT_TRUE(verdict_on_labels({"7", "rest"}, {"3", "7", "-1"}).holds);
  EXPECT_TRUE(verdict_on_labels({"a", "rest"}, {"a", "b", "c"}).holds);
  EXPECT_TRUE(verdict_on_labels({"a", "not-a-rest"}, {"a", "b", "rest"}).holds);
  expect_refused(verdict_on_labels({"7", "3"}, {"3", "7", "5"}), "training calls them '-1'");
  expect_refused(verdict_on_labels({"a", "-1"}, {"a", "b", "c"}), "training calls them 'rest'");
}

TEST(VerifyModel, SeveralLabelsAreAllOfThem) {
  EXPECT_TRUE(verdict_on_labels({"b", "a", "c"}, {"a", "b", "c"}).holds);
  expect_refused(verdict_on_labels({"b", "a", "c"}, {"a", "b", "b"}), "has the label 'c', which the model has");
  expect_refused(verdict_on_labels({"b", "a", "c"}, {"a", "b", "c", "d"}), "label 'd', which the model does not have");
  expect_refused(verdict_on_labels({"b", "a", "b"}, {"a", "b", "c"}), "the model has the label 'b' twice");
}

TEST(VerifyModel, RowsOfWeightZeroHaveNoLabel) {
  EXPECT_TRUE(verdict_on_labels({"a", "b"}, {"a", "b", "c"}, {1, 1, 0}).holds);
  expect_refused(verdict_on_labels({"a", "b"}, {"a", "b", "b"}, {1, 0, 0}), "no row of a weight above 0 has the label");
}

TEST(VerifyModel, AClassStandsInTheProofOnce) {
  const Statement s = optimal_statement();
  Proof proof = s.modest_proof();
  proof.classes.push_back(proof.classes[0]);
  expect_refused(check(s, proof), "the proof has the class '+1' twice");
}

TEST(VerifyModel, SeveralClassesAreProvedOneByOne) {
  std::mt19937_64 random(37);
  Statement s = random_statement(random);
  s.penalty.l2 = 0.1;
  s.weights = {1, -0.5, 0.25};
  s.intercept = 0.125;
  s.labels[2] = s.labels[3] = "x";
  Model model = s.model();
  model.labels = {Label::parse("1"), Label::parse("rest")};
  const ClassVerdict one = verify(s.data(), model, s.modest_proof()).classes.at(0);
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

// ---- Features ----

TEST(VerifyModel, FeaturesAreMatchedByNumber) {
  Statement s = optimal_statement();
  Dataset data = s.data();
  data.feature_ids = {2, 5, 1'000'000'000'000};
  data.width = data.feature_ids.back();
  Proof proof = s.tight_proof();
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

TEST(VerifyModel, AModelNarrowerThanTheDataHasZeroWeightsThere) {
  Statement s = optimal_statement();
  s.weights[2] = 0;
  const Proof proof = s.tight_proof();
  Model model = s.model();
  model.features = 2;
  model.weights.pop_back();
  EXPECT_TRUE(verify(s.data(), model, proof).holds);
}

TEST(VerifyModel, NamesOfFeaturesAreThoseOfTheColumns) {
  const Statement s = optimal_statement();
  const Proof proof = s.tight_proof();
  Dataset data = s.data();
  data.feature_names = {"height", "width", "depth"};
  Model model = s.model();
  model.feature_names = data.feature_names;
  EXPECT_TRUE(verify(data, model, proof).holds);
  model.feature_names = {"width", "height", "depth"};
  expect_refused(verify(data, model, proof), "the names of the model's features are those of other columns");
  model.feature_names = {"height", "width", "age"};
  expect_refused(verify(data, model, proof), "the data have no column called 'age'");
  data.feature_names.clear();
  EXPECT_TRUE(verify(data, model, proof).holds) << "predict matches by number then";
}

// ---- What the model says about its training ----

/// The verdict on a model that says something else about its training than what is true.
Verdict verdict_on_facts(const std::function<void(TrainingFacts&)>& change) {
  Statement s = optimal_statement();
  s.penalty.l1 = 0.001;
  const Proof proof = s.tight_proof();
  Model model = s.model();
  model.facts = s.facts(proof);
  change(*model.facts);
  return verify(s.data(), model, proof);
}

TEST(VerifyModel, WhatIsTrueAboutTheTrainingIsConfirmed) {
  const Verdict found = verdict_on_facts([](TrainingFacts&) {});
  EXPECT_TRUE(found.holds) << found.reason;
  EXPECT_TRUE(found.taken.empty());
}

TEST(VerifyModel, AModelThatSaysNothingAboutItsTrainingIsSaidToBeOne) {
  const Verdict found = optimal_statement().verdict();
  EXPECT_TRUE(found.holds);
  EXPECT_THAT(found.taken, testing::ElementsAre(testing::HasSubstr("does not say how it was trained")));
}

TEST(VerifyModel, NumbersOfTheTrainingFollowFromDataAndProof) {
  using Facts = TrainingFacts;
  for (double Facts::*number : {&Facts::c, &Facts::l1_ratio, &Facts::total_weight, &Facts::primal}) {
    for (const double by : {0.5, 2.0, 1.000001})
      expect_refused(verdict_on_facts([&](Facts& facts) { facts.*number *= by; }), "but data and proof make it");
    expect_refused(verdict_on_facts([&](Facts& facts) { facts.*number = std::nan(""); }), "data and proof make it");
  }
  expect_refused(verdict_on_facts([](Facts& facts) { ++facts.rows; }), "the model says rows 41");
  expect_refused(verdict_on_facts([](Facts& facts) { *facts.dual *= 1.001; }), "the model says dual");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.dual.reset(); }), "no bound on its optimum");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.l2 = 0.2; }), "the model was trained with l2 0.2");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.l1 = 0.2; }), "and l1 0.2");
}

TEST(VerifyModel, WordsOfTheTrainingAreThoseOfTheProof) {
  using Facts = TrainingFacts;
  expect_refused(verdict_on_facts([](Facts& facts) { facts.intercept = "free"; }), "the proof is about 'none'");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.precision = "float"; }), "the proof is about 'double'");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.data_checksum ^= 1; }), "other data than the proof");
  expect_refused(verdict_on_facts([](Facts& facts) { facts.scale = "standard"; }), "features that are not scaled");
}

TEST(VerifyModel, ConvergedMeansWithinTheTolerance) {
  expect_refused(verdict_on_facts([](TrainingFacts& facts) { facts.tolerance = 1e-5; }), "says 'converged' to 1e-05");
  const Verdict stopped = verdict_on_facts([](TrainingFacts& facts) {
    facts.tolerance = 1e-5;
    facts.status = "max_passes";
  });
  EXPECT_TRUE(stopped.holds) << stopped.reason;
  expect_refused(verdict_on_facts([](TrainingFacts& facts) { facts.status = "perfect"; }), "'perfect' is unknown");
}

/// Three classes, each with its own claim.
Verdict verdict_on_facts_of_classes(const std::function<void(TrainingFacts&)>& change) {
  Statement s = optimal_statement();
  s.labels[2] = s.labels[3] = "x";
  Proof proof = s.modest_proof();
  const ClassProof claim = proof.classes[0];
  Model model = s.model();
  model.labels = labels_of({"x", "1", "-1"});
  model.weights.assign(9, 0.0);
  model.intercept.assign(3, 0.0);
  proof.classes.assign(3, claim);
  for (std::size_t k = 0; k < 3; ++k)
    proof.classes[k] = {model.labels[k], 1.25 + static_cast<double>(k), 0, claim.dual_point};
  model.facts = s.facts(proof);
  model.facts->tolerance = 1;
  model.facts->primal = 1.25 + 2.25 + 3.25;
  model.facts->dual = 0;
  for (const ClassProof& each : proof.classes) model.facts->classes.push_back({"converged", each.primal, each.dual, 3});
  change(*model.facts);
  return verify(s.data(), model, proof);
}

TEST(VerifyModel, WhatIsSaidOfClassesIsClaimedOfThem) {
  using Facts = TrainingFacts;
  EXPECT_TRUE(verdict_on_facts_of_classes([](Facts&) {}).holds) << verdict_on_facts_of_classes([](Facts&) {}).reason;
  const char* not_claimed = "the model says of class '1' what the proof does not claim";
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.classes[1].primal *= 1.01; }), not_claimed);
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.classes[1].dual = 0.5; }), not_claimed);
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.classes[1].dual.reset(); }), not_claimed);
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.classes.clear(); }), "each of its classes");
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.primal *= 1.001; }), "the model says primal");
  expect_refused(verdict_on_facts_of_classes([](Facts& facts) { facts.classes[2].status = "max_passes"; }),
                 "the model says 'converged' of all its classes, but 'max_passes' of one");
  const Verdict both =
      verdict_on_facts_of_classes([](Facts& facts) { facts.status = facts.classes[2].status = "max_passes"; });
  EXPECT_TRUE(both.holds) << both.reason;
}

}  // namespace
}  // namespace smsvm
