#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "judge/problem.hpp"
#include "judge/trial.hpp"

namespace smsvm::judge {

/// A problem whose answer was wrong.
struct Failure {
  std::size_t values = 0;  ///< of the text: the fewest are looked at first
  std::uint64_t number = 0;
  Fault fault = Fault::unusable;
  double excess = 0;
};

/// What became of the problems of a family.
struct FamilyTally {
  std::int64_t problems = 0, converged = 0, stalled = 0, other = 0, refused = 0, confirmed_falsehoods = 0;
  /// Of the primal-dual method, in double or what it chooses itself, without extreme values (Problem): a stall should
  /// be rare.
  struct OrdinaryScale {
    std::int64_t problems = 0, stalled = 0;
    void add(bool has_stalled);
    void add(const OrdinaryScale& more);
  };
  OrdinaryScale ordinary;                          ///< whatever the tolerance
  OrdinaryScale usual_tolerance;                   ///< those that ask for 1e-4 or less
  OrdinaryScale usual_problem;                     ///< of these, those not beyond doubles (Outcome)
  std::array<std::int64_t, fault_kinds> faults{};  ///< problems with at least one of each kind
  std::vector<Failure> failures;
  /// Numbers of problems, behind the numbers of values: refused; stalled among those of `usual_problem`.
  std::vector<std::pair<std::size_t, std::uint64_t>> refused_problems, stalled_problems;
  double largest_excess = 0;

  void add(const Problem& problem, const Outcome& outcome);
  void add(const FamilyTally& other);
};

using Tally = std::map<std::string, FamilyTally>;

/// As Markdown.
void print_table(std::ostream& out, const std::vector<std::string>& families, const Tally& tally);
/// The numbers of the problems, for each family and kind of failure; those with the fewest values first. And of those
/// that were refused, or stalled on ordinary values: no failures, but they should be rare.
void print_failures(std::ostream& out, const std::vector<std::string>& families, const Tally& tally, std::size_t most);
bool any_failure(const Tally& tally);

/// The text and what is asked about it, then what was found.
void print_problem(std::ostream& out, const Problem& problem, const Outcome& outcome);

}  // namespace smsvm::judge
