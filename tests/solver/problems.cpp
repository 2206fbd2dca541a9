#include "solver/problems.hpp"

#include "data/column_facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace smsvm::test {

Instance random_small_problem(std::mt19937_64& random) {
  const std::size_t features = 1 + random() % 6, rows = features + 1 + random() % 34;
  Instance instance = random_instance(random, rows, features);
  Penalty& penalty = instance.penalty;
  penalty.intercept = std::array{Intercept::free, Intercept::penalized, Intercept::none}[random() % 3];
  const auto kind = random() % 3;
  if (kind != 0) penalty.l2 = std::pow(10, uniform(random, -3, 0));
  if (kind != 1) penalty.l1 = std::pow(10, uniform(random, -3, -0.5));
  if (random() % 2 == 0) {
    for (std::size_t j = 0; j < features; ++j) penalty.factor.push_back(std::pow(10, uniform(random, -1, 1)));
  }
  if (random() % 3 == 0) {
    for (std::size_t j = 0; j < features; ++j) penalty.scale.push_back(std::pow(10, uniform(random, -1, 1)));
  }
  if (random() % 2 == 0) instance.weight = random_weights(random, rows);
  return instance;
}

std::vector<double> point_of(const Instance& instance, const Fit& fit) {
  std::vector<double> point = fit.weights;
  if (instance.penalty.intercept != Intercept::none) point.push_back(fit.intercept);
  return point;
}

SolverOptions precise(double tolerance, int threads) {
  SolverOptions options;
  options.tolerance = tolerance;
  options.threads = threads;
  return options;
}

Fit fit_of(const Instance& instance, const SolverOptions& options, Storage storage, const Observer& observer) {
  return train(instance.data(storage), instance.target(), instance.penalty, options, observer);
}

Rounding rounding_of(const Instance& instance) {
  const Dataset data = instance.data();
  return {data, *column_facts(data, 1), instance.target(), instance.penalty.intercept != Intercept::none};
}

HeldRows held_rows_of(const Instance& instance, Storage storage) {
  const Dataset data = instance.data(storage);
  return {data.rows, data.features, data.matrix, data.order, instance.target()};
}

DataShape shape_of(const Dataset& data) { return {data.rows, data.features, data.nonzeros(), data.precision()}; }

Verdict verdict_on(const Instance& instance, const Fit& fit, Storage storage) {
  const Dataset data = instance.data(storage);
  Model model;
  model.labels = {Label::parse("1"), Label::parse("-1")};
  model.features = data.features;
  model.weights = fit.weights;
  model.intercept = {fit.intercept};
  model.has_intercept = instance.penalty.intercept != Intercept::none;
  Proof proof;
  proof.data_checksum = data.checksum();
  proof.rows = data.rows;
  proof.precision = data.precision();
  proof.penalty = instance.penalty;
  proof.row_weight = instance.weight;
  proof.classes = {{Label::parse("1"), fit.primal, fit.dual.value(), fit.dual_point}};
  return verify(data, model, proof);
}

namespace {

/// A model that tells one class from nothing is none that the verifier takes.
bool has_both_classes(const Instance& instance) {
  bool found[2] = {false, false};
  for (std::size_t i = 0; i < instance.rows.size(); ++i)
    if (instance.weight_of(i) > 0) found[instance.sign[i] > 0] = true;
  return found[0] && found[1];
}

void expect_history_that_never_worsens(const Fit& fit) {
  for (std::size_t k = 1; k < fit.history.size(); ++k) {
    EXPECT_GE(fit.history[k].passes, fit.history[k - 1].passes);
    if (k + 1 == fit.history.size()) break;  // a confirming sweep may have amended the last line by its rounding
    EXPECT_LE(fit.history[k].primal, fit.history[k - 1].primal);
    if (fit.history[k].dual) {
      EXPECT_GE(fit.history[k].dual.value(), fit.history[k - 1].dual.value());
    }
  }
  for (const Progress& line : fit.history) EXPECT_LE(fit.primal, line.primal * (1 + 1e-6));
}

}  // namespace

void expect_honest(const Instance& instance, const Fit& fit, Storage storage, const SolverOptions& options) {
  ASSERT_EQ(fit.weights.size(), instance.features());
  const auto point = point_of(instance, fit);
  for (const double w : point) ASSERT_TRUE(std::isfinite(w));
  const double primal = primal_by_definition(instance, point);
  EXPECT_NEAR(fit.primal, primal, 1e-11 * (1 + primal));
  EXPECT_LE(fit.primal, 1 + 1e-12);  // w = 0 is no better
  EXPECT_EQ(fit.nonzero_weights,
            std::count_if(fit.weights.begin(), fit.weights.end(), [](double w) { return w != 0; }));
  if (fit.dual) {
    EXPECT_LE(*fit.dual, fit.primal + 1e-12);
    EXPECT_EQ(fit.dual_point.size(), instance.rows.size());
    const Verdict verdict = verdict_on(instance, fit, storage);
    EXPECT_EQ(verdict.holds, has_both_classes(instance)) << verdict.reason;
  } else {
    EXPECT_TRUE(fit.dual_point.empty());
  }
  if (fit.status == Status::converged) {
    ASSERT_TRUE(fit.dual.has_value());
    EXPECT_LE(fit.primal - *fit.dual, options.tolerance * fit.primal * (1 + 1e-6));
  }
  expect_history_that_never_worsens(fit);
}

}  // namespace smsvm::test
