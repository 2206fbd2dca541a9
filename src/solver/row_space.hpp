#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"
#include "solver/direction.hpp"

namespace smsvm {

/// Newton over the rows near the kink (Woodbury), for problems without ℓ1 that have more features than such rows.
/// Reads the rows themselves and counts them. Needs λ_j > 0 for every feature.
class RowSpace final : public DirectionFinder {
 public:
  RowSpace(const Dataset& data, const Target& target, const Objective& objective, std::size_t most_rows);

  std::span<const std::int32_t> hessian_coordinates() const override { return {}; }
  bool wants_another_sweep(const Problem&, const Iterate&) override { return false; }
  double most_passes(const Problem& problem) const override;
  std::optional<Direction> find(const Problem& problem, const Iterate& at) override;

 private:
  /// The step in terms of the rows: d = Λ⁻¹(Σ t_i x_i − g) on the features, and d_b.
  struct Step {
    std::vector<double> coefficient;  ///< t, per row of the data
    double intercept = 0;
  };
  Step newton_step(std::span<const double> weight, const Eigen::VectorXd& gradient) const;
  std::vector<std::int64_t> significant_rows(std::span<const double> weight) const;
  /// X Λ⁻¹ X' on the rows in use, its upper triangle.
  Eigen::MatrixXd gram() const;

  const Dataset& data_;
  const Target& target_;
  const Objective& objective_;
  std::size_t most_rows_;
  std::vector<double> square_;  ///< x_i' Λ⁻¹ x_i
  double constant_square_ = 0;  ///< what a penalised intercept adds to every x_i' Λ⁻¹ x_k
  bool free_intercept_ = false;
  std::vector<std::int64_t> rows_;  ///< in use: those significant at the last step
  Eigen::MatrixXd gram_;            ///< of rows_; often the same from step to step
};

}  // namespace smsvm
