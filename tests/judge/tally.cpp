#include "judge/tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "judge/precisions.hpp"

namespace smsvm::judge {
namespace {

/// In the order of Fault, as the table has room for.
constexpr std::array<const char*, fault_kinds> fault_columns = {
    "false objectives", "false bounds", "bound above objective", "false convergence", "false largest strength",
    "verify refuses",   "unusable"};

std::string share_stalled(const FamilyTally::OrdinaryScale& of) {
  if (of.problems == 0) return "";
  return fmt::format("{:.3f} %", 100.0 * static_cast<double>(of.stalled) / static_cast<double>(of.problems));
}

void print_row(std::ostream& out, const std::string& name, const FamilyTally& tally) {
  out << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |", name, tally.problems, tally.converged,
                     tally.stalled, share_stalled(tally.ordinary), share_stalled(tally.usual_tolerance),
                     share_stalled(tally.usual_problem), tally.other, tally.refused);
  for (const std::int64_t count : tally.faults) out << fmt::format(" {} |", count);
  out << (tally.largest_excess > 0 ? fmt::format(" {:.1e} |", tally.largest_excess) : " |");
  out << fmt::format(" {} |\n", tally.confirmed_falsehoods);
}

const char* word_for(Intercept intercept) {
  return intercept == Intercept::free ? "free" : intercept == Intercept::penalized ? "penalized" : "none";
}

std::string word_for(Precision precision) {
  for (const auto& [word, kind] : precisions())
    if (kind == precision) return word;
  return "unknown";
}

std::string word_for(Solver solver) {
  constexpr std::array<const char*, 6> words = {"primal-dual", "newton", "bfgs", "sgd", "minibatch-sgd", "cg"};
  return words[static_cast<std::size_t>(solver)];
}

using Numbered = std::vector<std::pair<std::size_t, std::uint64_t>>;

void list_problems(std::ostream& out, const std::string& what, Numbered problems, std::size_t most) {
  if (problems.empty()) return;
  std::ranges::sort(problems);
  out << what;
  for (std::size_t k = 0; k < problems.size() && k < most; ++k) out << ' ' << problems[k].second;
  if (problems.size() > most) out << fmt::format(" and {} more (--list)", problems.size() - most);
  out << '\n';
}

void print_numbers(std::ostream& out, const char* what, const std::vector<double>& numbers) {
  if (!numbers.empty()) out << fmt::format("{}: {}\n", what, fmt::join(numbers, " "));
}

}  // namespace

void FamilyTally::OrdinaryScale::add(bool has_stalled) { add({1, has_stalled ? 1 : 0}); }

void FamilyTally::OrdinaryScale::add(const OrdinaryScale& more) {
  problems += more.problems;
  stalled += more.stalled;
}

void FamilyTally::add(const Problem& problem, const Outcome& outcome) {
  ++problems;
  if (outcome.refused) {
    ++refused;
    refused_problems.emplace_back(problem.values(), problem.number);
  } else if (outcome.status == Status::converged) {
    ++converged;
  } else if (outcome.status == Status::stalled) {
    ++stalled;
  } else {
    ++other;
  }
  confirmed_falsehoods += outcome.false_but_confirmed ? 1 : 0;
  const bool to_be_solved =
      !outcome.refused && problem.solver.solver == Solver::primal_dual && problem.precision != Precision::float32;
  if (to_be_solved && !problem.has_extreme_values()) {
    const bool has_stalled = outcome.status == Status::stalled;
    ordinary.add(has_stalled);
    if (problem.solver.tolerance >= 1e-4) {
      usual_tolerance.add(has_stalled);
      if (!outcome.is_beyond_doubles) usual_problem.add(has_stalled);
      if (!outcome.is_beyond_doubles && has_stalled) stalled_problems.emplace_back(problem.values(), problem.number);
    }
  }
  std::array<bool, fault_kinds> seen{};
  for (const Finding& finding : outcome.findings) {
    largest_excess = std::max(largest_excess, finding.excess);
    if (std::exchange(seen[static_cast<std::size_t>(finding.fault)], true)) continue;
    ++faults[static_cast<std::size_t>(finding.fault)];
    failures.push_back({problem.values(), problem.number, finding.fault, finding.excess});
  }
}

void FamilyTally::add(const FamilyTally& more) {
  problems += more.problems;
  converged += more.converged;
  stalled += more.stalled;
  other += more.other;
  refused += more.refused;
  confirmed_falsehoods += more.confirmed_falsehoods;
  ordinary.add(more.ordinary);
  usual_tolerance.add(more.usual_tolerance);
  usual_problem.add(more.usual_problem);
  for (std::size_t k = 0; k < fault_kinds; ++k) faults[k] += more.faults[k];
  refused_problems.insert(refused_problems.end(), more.refused_problems.begin(), more.refused_problems.end());
  stalled_problems.insert(stalled_problems.end(), more.stalled_problems.begin(), more.stalled_problems.end());
  failures.insert(failures.end(), more.failures.begin(), more.failures.end());
  largest_excess = std::max(largest_excess, more.largest_excess);
}

void print_table(std::ostream& out, const std::vector<std::string>& families, const Tally& tally) {
  out << "| family | problems | converged | stalled | stalled within 1e±15 | the same, tolerance ≥ 1e-4 | the same, "
         "not beyond doubles | "
         "other ends | refused |";
  for (const char* column : fault_columns) out << ' ' << column << " |";
  out << " largest excess | false but confirmed |\n|---|";
  for (std::size_t k = 0; k < 10 + fault_kinds; ++k) out << "---:|";
  out << '\n';
  FamilyTally all;
  for (const std::string& family : families) {
    const auto found = tally.find(family);
    if (found == tally.end()) continue;
    print_row(out, family, found->second);
    all.add(found->second);
  }
  print_row(out, "**all**", all);
}

void print_failures(std::ostream& out, const std::vector<std::string>& families, const Tally& tally, std::size_t most) {
  for (const std::string& family : families) {
    const auto found = tally.find(family);
    if (found == tally.end()) continue;
    std::map<Fault, std::vector<Failure>> of_kind;
    for (const Failure& failure : found->second.failures) of_kind[failure.fault].push_back(failure);
    for (auto& [fault, failures] : of_kind) {
      std::ranges::sort(failures, {}, &Failure::number);  // threads must not decide which of equals is the worst
      Numbered problems;
      for (const Failure& failure : failures) problems.emplace_back(failure.values, failure.number);
      const Failure& worst = *std::ranges::max_element(failures, {}, &Failure::excess);
      list_problems(out, fmt::format("{}: {}, worst {}:", family, name(fault), worst.number), problems, most);
    }
    list_problems(out, family + ": stalled at a tolerance ≥ 1e-4, not beyond doubles:", found->second.stalled_problems,
                  most);
    list_problems(out, family + ": refused:", found->second.refused_problems, most);
  }
}

bool any_failure(const Tally& tally) {
  return std::ranges::any_of(tally, [](const auto& family) { return !family.second.failures.empty(); });
}

void print_problem(std::ostream& out, const Problem& problem, const Outcome& outcome) {
  out << problem.text();
  out << fmt::format(
      "--l2 {} --l1 {} --intercept {} --precision {} --solver {} --tolerance {} --max-passes {} "
      "--seed {}\n",
      problem.penalty.l2, problem.penalty.l1, word_for(problem.penalty.intercept), word_for(problem.precision),
      word_for(problem.solver.solver), problem.solver.tolerance, problem.solver.pass_limit(), problem.solver.seed);
  if (problem.scale != Scale::none)
    out << fmt::format("--scale {}\n", problem.scale == Scale::minmax ? "minmax" : "standard");
  if (problem.task == Task::one_class) out << "--positive " << problem.labels.front() << '\n';
  if (problem.task == Task::path)
    out << fmt::format("a path: --points {} --min-ratio {} --l1-ratio {}{}\n", problem.path.points,
                       problem.path.min_ratio, problem.path.l1_ratio.value_or(-1),
                       problem.path.stop_early ? "" : " --all-points");
  print_numbers(out, "row weights", problem.row_weight);
  print_numbers(out, "penalty factors", problem.factor);
  out << (outcome.refused ? "refused: " + *outcome.refused : "status: " + std::string(name(outcome.status))) << '\n';
  for (const Finding& finding : outcome.findings)
    out << fmt::format("{}: {} (excess {:.3g})\n", name(finding.fault), finding.detail, finding.excess);
  if (outcome.false_but_confirmed) out << "smsvm::verify confirms it all the same\n";
}

}  // namespace smsvm::judge
