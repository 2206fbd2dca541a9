#include "model/statement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace smsvm::test {
namespace {

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

}  // namespace

Model Statement::model() const {
  Model model;
  model.labels = {Label::parse("1"), Label::parse("-1")};
  model.features = std::ssize(weights);
  model.weights = weights;
  model.intercept = {intercept};
  model.has_intercept = penalty.intercept != Intercept::none;
  return model;
}

Proof Statement::modest_proof() const {
  Proof proof;
  proof.data_checksum = data().checksum();
  proof.rows = std::ssize(rows);
  proof.precision = precision;
  proof.penalty = penalty;
  proof.row_weight = row_weight;
  proof.classes = {{Label::parse("+1"), 1e100, -1e100, dual_point}};
  return proof;
}

Proof Statement::tight_proof() const {
  const Verdict found = verdict();
  EXPECT_TRUE(found.holds) << found.reason;
  Proof proof = modest_proof();
  proof.classes[0].primal = found.primal + 1e-13;
  proof.classes[0].dual = found.dual - 1e-13;
  return proof;
}

TrainingFacts Statement::facts(const Proof& proof) const {
  const double total = row_weight.empty() ? static_cast<double>(rows.size())
                                          : std::accumulate(row_weight.begin(), row_weight.end(), 0.0);
  TrainingFacts facts;
  facts.status = "converged";
  facts.l2 = penalty.l2;
  facts.l1 = penalty.l1;
  facts.c = 1 / ((penalty.l1 + penalty.l2) * total);
  facts.l1_ratio = penalty.l1 / (penalty.l1 + penalty.l2);
  facts.intercept = penalty.intercept == Intercept::free        ? "free"
                    : penalty.intercept == Intercept::penalized ? "penalized"
                                                                : "none";
  facts.precision = precision == Precision::float32 ? "float" : "double";
  facts.tolerance = 0.9;
  facts.primal = proof.classes[0].primal;
  facts.dual = proof.classes[0].dual;
  facts.rows = row_weight.empty() ? std::ssize(rows) : std::ssize(rows) - std::ranges::count(row_weight, 0.0);
  facts.total_weight = total;
  facts.passes = 3;
  facts.data_checksum = proof.data_checksum;
  facts.scale = penalty.scale.empty() ? "none" : "standard";
  facts.feature_scale = penalty.scale;
  return facts;
}

double sign(const std::string& label) { return label == "1" ? 1 : -1; }
double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}
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
Statement random_statement(std::mt19937_64& random, std::size_t rows, std::size_t features) {
  Statement s;
  s.rows = random_table(random, rows, features);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool positive = uniform(random) < 0.3;
    s.labels.push_back(i == 0 || (i > 1 && positive) ? "1" : "-1");  // both occur
    if (positive) s.rows[i][0] += 1;
    s.dual_point.push_back(random() % 3 == 0 ? 1.0 : uniform(random));
  }
  s.weights.resize(features);
  return s;
}

Statement optimal_statement() {
  static const Statement solved = [] {
    std::mt19937_64 random(17);
    Statement s = random_statement(random, 40);
    s.penalty.l2 = 0.1;
    s.penalty.intercept = Intercept::none;
    solve(s);
    return s;
  }();
  return solved;
}

Verdict check(const Statement& s, const Proof& proof) { return verify(s.data(), s.model(), proof); }

void expect_refused(const Verdict& verdict, const char* because, const std::source_location& where) {
  const testing::ScopedTrace trace(where.file_name(), static_cast<int>(where.line()), "called here");
  EXPECT_FALSE(verdict.holds);
  EXPECT_THAT(verdict.reason, testing::HasSubstr(because));
}

}  // namespace smsvm::test
