#pragma once

#include <optional>
#include <vector>

#include "solver/problem.hpp"
#include "solver/proof/certificate.hpp"
#include "solver/step/segment.hpp"

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
  /// A simpler point is taken where it is as good, up to rounding, and what was proved to the tolerance still is.
  void prefer(const Problem& problem, double primal, const std::vector<double>& point, double tolerance);
  /// A better point found without a sweep, on the way from one that was swept to another.
  void offer(const Problem& problem, const Segment& segment, const Segment::Minimum& minimum);

  /// Takes in the bound of a problem whose P is nowhere above. Returns which share of its dual point ā has got.
  double learn_from_relaxation(const Bracket& relaxed) { return certificate_.approach(relaxed.certificate_); }

  double primal() const { return best_.primal; }
  double loss() const { return best_.loss; }                            ///< P without the penalty
  const DualSums& dual_sums() const { return certificate_.running(); }  ///< of ā
  const std::vector<double>& point() const { return best_.point; }
  std::optional<double> dual() const;  ///< none where no bound exists
  double gap() const { return best_.primal - certificate_.bound(); }
  /// Never where the bound is above the objective: one of the two is wrong then.
  bool proves(double tolerance) const { return dual() && gap() >= 0 && gap() <= tolerance * best_.primal; }

 private:
  struct Best {
    double primal = 1;
    double loss = 1;  ///< P without the penalty
    std::vector<double> point;
  };
  void take(const Problem& problem, double primal, const std::vector<double>& point);
  Certificate certificate_;
  Best best_;
};

}  // namespace smsvm
