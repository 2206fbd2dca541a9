#pragma once

#include <vector>

#include "kernels/cholesky.hpp"
#include "solver/step/direction.hpp"
#include "solver/step/quadratic_l1.hpp"

namespace smsvm {

/// Newton over the features: H is a dense square on all of them or, with ℓ1 and many features, on a working set of
/// those that are not zero or nearly would move.
class FeatureSpace final : public DirectionFinder {
 public:
  enum class Extent {
    usual,  ///< up to about a thousand features all are taken
    lean,   ///< with ℓ1 always a working set: for a start so good that few features will come or go
  };
  /// `most_features`: the largest working set; more coordinates than that are never asked for at once.
  FeatureSpace(const Objective& objective, std::size_t most_features, CholeskyOptions options = {},
               Extent extent = Extent::usual);

  /// Whether H will be on a working set rather than on all coordinates.
  bool needs_working_set() const { return !whole_; }

  std::span<const std::int32_t> hessian_coordinates() const override { return working_set_; }
  void change_penalty(const Problem&) override {}
  bool wants_another_sweep(const Problem& problem, const Iterate& first) override;
  double most_passes(const Problem&) const override { return 0; }
  std::optional<Direction> find(const Problem& problem, const Iterate& at) override;

 private:
  QuadraticEffort effort(double epsilon) const;
  void choose_working_set(const Objective& objective, std::span<const double> point, const Eigen::VectorXd& pull);

  bool whole_;  ///< the working set is everything and stays so
  std::size_t most_features_;
  std::size_t aim_;  ///< size the working set is kept to at present
  std::vector<std::int32_t> working_set_;
  CholeskyOptions options_;
};

}  // namespace smsvm
