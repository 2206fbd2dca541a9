#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <deque>

namespace smsvm {

/// The inverse Hessian that BFGS would have after the last few pairs (s, y), never formed: the two-loop recursion.
class LimitedMemory {
 public:
  explicit LimitedMemory(std::size_t most_pairs) : most_pairs_(most_pairs) {}

  /// A step s and the change y of the gradient along it. False, and nothing is kept, where y's is no more than
  /// rounding.
  bool learn(Eigen::VectorXd step, Eigen::VectorXd change);
  void forget() { pairs_.clear(); }
  bool empty() const { return pairs_.empty(); }

  /// B⁻¹ v on the coordinates where `free` is 1; the result is 0 where it is 0. The pairs are restricted to them first,
  /// so that coordinates held fixed have no say. Begins from y's/y'y, the multiple of the identity that fits the last
  /// pair.
  Eigen::VectorXd apply(const Eigen::VectorXd& v, const Eigen::VectorXd& free) const;

 private:
  struct Pair {
    Eigen::VectorXd step, change;
  };

  std::size_t most_pairs_;
  std::deque<Pair> pairs_;  ///< the oldest first
};

}  // namespace smsvm
