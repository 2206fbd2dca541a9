#pragma once

#include <random>
#include <source_location>
#include <string>
#include <vector>

#include "model/samples.hpp"
#include "smsvm/proof.hpp"

namespace smsvm::test {

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
  Model model() const;         ///< which does not say how it was trained
  Proof modest_proof() const;  ///< claims what cannot fail
  Proof tight_proof() const;   ///< claims what is true, less 1e-13

  /// What the trailer of the model says if it was trained to that proof.
  TrainingFacts facts(const Proof& proof) const;

  Verdict verdict() const { return verify(data(), model(), modest_proof()); }
};

/// Of 1 and −1.
double sign(const std::string& label);
double dot(const std::vector<double>& a, const std::vector<double>& b);

/// Eq. 1, as it is written.
double primal_by_definition(const Statement& s, const std::vector<double>& weights, double intercept);

Statement random_statement(std::mt19937_64& random, std::size_t rows = 30, std::size_t features = 3);

/// Near enough to optimal for claims to be tight, with a gap of about 1e-9.
Statement optimal_statement();

Verdict check(const Statement& s, const Proof& proof);

void expect_refused(const Verdict& verdict, const char* because,
                    const std::source_location& where = std::source_location::current());

}  // namespace smsvm::test
