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
  /// The rows are the same, the penalty is another: the best point and ā are kept for what they are worth now.
  void change_penalty(const Problem& problem);
  /// A simpler point is taken where it is as good, up to rounding.
  void prefer(const Problem& problem, double primal, const std::vector<double>& point);
  /// A better point found without a sweep.
  void offer(const Problem& problem, double primal, const std::vector<double>& point);

  double primal() const { return primal_; }
  double loss() const { return loss_; }                                 ///< P without the penalty
  const DualSums& dual_sums() const { return certificate_.running(); }  ///< of ā
  const std::vector<double>& point() const { return point_; }
  std::optional<double> dual() const;  ///< none where no bound exists
  double gap() const { return primal_ - certificate_.bound(); }
  bool proves(double tolerance) const { return dual() && gap() <= tolerance * primal_; }

 private:
  void take(const Problem& problem, double primal, const std::vector<double>& point);

  Certificate certificate_;
  double primal_ = 1;
  double loss_ = 1;  ///< P without the penalty
  std::vector<double> point_;
};

}  // namespace smsvm
