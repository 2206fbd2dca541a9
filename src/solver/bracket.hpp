#pragma once

#include <optional>
#include <vector>

#include "solver/certificate.hpp"
#include "solver/problem.hpp"

namespace smsvm {

/// The optimum lies between the best point seen and the best bound proved.
class Bracket {
 public:
  /// Starts with what is known before any sweep: w = 0 has P = 1, and a = 0 proves D = 0.
  explicit Bracket(const Problem& problem);

  /// Takes in what a sweep found, and updates ā with it. `keep_dual`: whether ā is kept per row (not on the ladder).
  void learn(const Problem& problem, const Iterate& swept, bool keep_dual);
  /// A better point found without a sweep.
  void offer(double primal, const std::vector<double>& point);

  double primal() const { return primal_; }
  const std::vector<double>& point() const { return point_; }
  std::optional<double> dual() const;  ///< none where no bound exists
  double gap() const { return primal_ - certificate_.bound(); }
  bool proves(double tolerance) const { return dual() && gap() <= tolerance * primal_; }

 private:
  Certificate certificate_;
  double primal_ = 1;
  std::vector<double> point_;
};

}  // namespace smsvm
