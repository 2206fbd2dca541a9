#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/problem.hpp"

namespace smsvm {

/// The points w + s (trial − w): the slacks along it are known from the row state, so looking for a minimum there costs
/// no sweep.
class Segment {
 public:
  Segment(const Problem& problem, std::span<const double> from, std::span<const double> to)
      : problem_(problem), from_(from), to_(to) {}

  struct Minimum {
    double step = 0;
    double value = 0;
  };

  std::vector<double> at(double step) const;
  /// For each coordinate what bounds the size of all that a slack there is computed from.
  std::vector<double> reach(double step) const;
  /// Of P over s in [0, 2.5].
  Minimum exact_minimum() const;
  /// Of P with ψ_ε for the hinge over s in [0, 1].
  Minimum smoothed_minimum(double epsilon) const;
  /// Of P over the ray, s in (0, 64], wherever the scale of s lies: for a trial that was but a guess.
  Minimum ray_minimum() const;

 private:
  template <std::size_t count>
  Minimum best_of(const std::array<double, count>& steps, double epsilon) const;
  Minimum search(double low, double high, double epsilon, int rounds) const;

  const Problem& problem_;
  std::span<const double> from_, to_;
};

}  // namespace smsvm
