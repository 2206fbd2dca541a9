#pragma once

#include "smsvm/solver.hpp"
#include "solver/step/direction.hpp"
#include "solver/step/factored_quadratic.hpp"

namespace smsvm {

/// Newton with ℓ1 for few rows and many features: (10) on all features at once, H by its factors, the rows. Holds the
/// rows as a dense matrix by features. Where λ_j = 0 the step is a proximal one.
class WideSpace final : public DirectionFinder {
 public:
  explicit WideSpace(const Problem& problem, const CholeskyOptions& options = {});

  std::span<const std::int32_t> hessian_coordinates() const override { return {}; }
  void change_penalty(const Problem& problem) override;
  bool wants_another_sweep(const Problem&, const Iterate&) override { return false; }
  double most_passes(const Problem&) const override { return 1; }
  std::optional<Direction> find(const Problem& problem, const Iterate& at) override;

 private:
  std::vector<double> row_weight_;
  bool free_intercept_;
  FactoredQuadratic quadratic_;
};

}  // namespace smsvm
