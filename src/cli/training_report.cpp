#include "cli/training_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text.hpp"

namespace smsvm::cli {

std::string gap_text(const Progress& now) {
  return now.dual ? fmt::format("{:.2e}", now.relative_gap()) : std::string("unknown");
}

Json progress_json(const Progress& now) {
  return {{"passes", now.passes},   {"seconds", now.seconds},
          {"primal", now.primal},   {"dual", number_or_null(now.dual)},
          {"epsilon", now.epsilon}, {"nonzero_weights", now.nonzero_weights}};
}

TrainingProgress::TrainingProgress(Log& log, double tolerance, std::vector<std::string> classes)
    : log_(log), bar_(log) {
  for (std::string& label : classes) {
    std::string name = fmt::format("class {}  ", printable(label));
    problems_.push_back({std::move(name), std::move(label), ConvergenceForecast(tolerance)});
  }
  if (problems_.empty()) problems_.push_back({"", nullptr, ConvergenceForecast(tolerance)});
}

void TrainingProgress::update(std::size_t index, const Progress& now) {
  OfProblem& problem = problems_[index];
  if (now.passes != problem.passes) {
    problem.passes = now.passes;
    if (now.dual) problem.forecast.add(now.seconds, now.relative_gap());
    log_pass(problem, now);
  }
  if (!log_.interactive()) return;
  const auto time = remaining();
  bar_.show(share(),
            fmt::format("{}pass {:.1f}  gap {}  ε {:.1e}  nonzeros {}{}", problem.name, now.passes, gap_text(now),
                        now.epsilon, with_thousands(now.nonzero_weights), time ? "  ETA " + duration(*time) : ""));
}

double TrainingProgress::share() const {
  double least = 1;
  for (const OfProblem& problem : problems_) least = std::min(least, problem.forecast.share());
  return least;
}

std::optional<double> TrainingProgress::remaining() const {
  std::optional<double> longest;
  for (const OfProblem& problem : problems_) {
    if (const auto time = problem.forecast.remaining()) longest = std::max(longest.value_or(0), *time);
  }
  return longest;
}

void TrainingProgress::log_pass(const OfProblem& problem, const Progress& now) {
  // Programs have no bar to look at.
  const Verbosity level = log_.format() == LogFormat::json ? Verbosity::normal : Verbosity::detailed;
  if (!log_.shows(level)) return;
  Json fields = progress_json(now);
  if (!problem.label.is_null()) fields["class"] = problem.label;
  log_.event(
      level, "pass",
      fmt::format("{}pass {:7.2f}  objective {:<12.9g}  gap {:>8}  ε {:.1e}  nonzeros {}  {}", problem.name, now.passes,
                  now.primal, gap_text(now), now.epsilon, with_thousands(now.nonzero_weights), duration(now.seconds)),
      fields);
}

std::string describe(const Penalty& penalty, double total_weight) {
  return fmt::format("λ = {:.6g}, μ = {:.6g} (C = {:.6g}, ρ = {:.6g})", penalty.l2, penalty.l1, penalty.c(total_weight),
                     penalty.l1_ratio());
}

Json number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

}  // namespace smsvm::cli
