#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "solver/problem.hpp"

namespace smsvm {

/// The paper's Newton step on the smoothed problem: a direction on the active coordinates and what it promises.
struct ActiveStep {
  Eigen::VectorXd direction;  ///< d; zero on the inactive coordinates
  double slope = 0;           ///< j'(0⁺) of eq. 13, the derivative of the objective along d
  double decrease = 0;        ///< |d'g̃|, Algorithm 2's measure of how far the smoothed problem is from solved
  double linear = 0;          ///< g'd
  double half_curvature = 0;  ///< ½ d'Hd
};

/// The paper's inactive set I and its complement (Algorithms 2 and 3). Coordinates without ℓ1 are always active.
class ActiveSet {
 public:
  /// I = everything that ℓ1 acts on, as the paper recommends (section 2.3, the end). `most`: activation
  /// never makes H larger.
  ActiveSet(const Objective& objective, std::size_t most);

  /// What the next sweep must add up of H: everything where that is little, else the active coordinates.
  const std::vector<std::int32_t>& hessian_coordinates() const { return wanted_; }

  /// Algorithm 2, lines 1 to 5, at a swept point. Zeros whose pull has fallen to μ go back to I first.
  ActiveStep newton_step(const Problem& problem, const Iterate& at);
  /// Algorithm 3: takes J' = {j ∈ I : |g_j| > μ_j} out of I.
  struct Activation {
    bool any = false;      ///< J' was not empty
    bool covered = true;   ///< H at `at` has them
    bool complete = true;  ///< false: there was no room for all of them
  };
  Activation activate(const Problem& problem, const Iterate& at);
  /// The line search ended where this coordinate is zero.
  void deactivate(std::size_t coordinate);

 private:
  void want_active();
  std::vector<std::int32_t> active() const;

  const Objective& objective_;
  std::size_t most_;
  bool whole_;                  ///< H is small: ask for all of it
  std::vector<bool> inactive_;  ///< I
  std::vector<std::int32_t> wanted_;
};

}  // namespace smsvm
