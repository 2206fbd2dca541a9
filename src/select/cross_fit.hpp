#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "select/folds.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// Problems over the same rows, each also to be solved without every fold in turn: all of them may share their sweeps.
/// Numbered so that the whole ones come first, then all without the first fold, and so on.
class CrossFit {
 public:
  CrossFit(std::size_t problems, FoldAssignment folds) : problems_(problems), folds_(std::move(folds)) {}

  std::size_t size() const { return problems_ * (1 + static_cast<std::size_t>(folds_.folds)); }
  bool is_whole(std::size_t member) const { return member < problems_; }
  std::size_t problem_of(std::size_t member) const { return member % problems_; }
  /// How often each row counts for a member that is not whole: once, or not at all.
  std::vector<double> copies(std::size_t member) const { return folds_.weights_without(left_out(member)); }

  /// The score of each row by the fits that did not see it: rows × problems, row-major. `fits` are all members.
  std::vector<double> held_out_scores(const Dataset& data, std::span<const Fit> fits, int threads = 0) const;

 private:
  int left_out(std::size_t member) const { return static_cast<int>(member / problems_) - 1; }

  std::size_t problems_;
  FoldAssignment folds_;
};

}  // namespace smsvm
