#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smsvm/solver.hpp"
#include "solver/step/direction.hpp"
#include "solver/step/row_gram.hpp"
#include "solver/step/spd_factor.hpp"

namespace smsvm {

/// Newton over the rows near the kink (Woodbury), for problems without ℓ1 that have more features than such rows.
/// Has the rows it needs handed out, and counts them. Needs λ_j > 0 for every feature.
class RowSpace final : public DirectionFinder {
 public:
  /// `most_rows`: the largest system; where more rows are significant the strongest are taken.
  RowSpace(const Objective& objective, std::size_t most_rows, const CholeskyOptions& options = {});

  std::span<const std::int32_t> hessian_coordinates() const override { return {}; }
  void change_penalty(const Problem&) override { take_penalty(); }
  bool wants_another_sweep(const Problem&, const Iterate&) override { return false; }
  double most_passes(const Problem& problem) const override;
  std::optional<Direction> find(const Problem& problem, const Iterate& at) override;

 private:
  /// The step in terms of the rows: d = Λ⁻¹(Σ t_i x_i − g) on the features, and d_b.
  struct Step {
    Eigen::VectorXd coefficient;  ///< t, of each row in use
    double intercept = 0;
  };

  void take_penalty();
  void read_rows(const Problem& problem);
  std::vector<std::int64_t> significant_rows(std::span<const double> weight) const;
  /// I + D^½ K D^½ on the rows in use: never singular, whatever ε.
  CholeskyResult::Outcome factorize(std::span<const double> weight);
  Step newton_step(const Eigen::VectorXd& gradient) const;

  const Objective& objective_;
  std::size_t most_rows_;
  bool free_intercept_ = false;
  std::vector<double> inverse_;  ///< 1/λ_j of the features, then what a penalised intercept adds to x_i' Λ⁻¹ x_k
  std::vector<double> square_;   ///< x_i' Λ⁻¹ x_i; empty until the first step
  std::vector<double> row_weight_;  ///< likewise
  std::vector<std::int64_t> rows_;  ///< in use: those significant at this step
  Eigen::VectorXd root_;            ///< √(c h / N) of each
  std::optional<RowGram> gram_;
  SpdFactor factor_;
};

}  // namespace smsvm
