#include "cli/training_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

std::string gap_text(const Progress& now) {
  return now.dual ? fmt::format("{:.2e}", now.relative_gap()) : std::string("unknown");
}

}  // namespace

void TrainingProgress::update(const Progress& now) {
  if (now.passes != passes_) {
    passes_ = now.passes;
    if (now.dual) forecast_.add(now.seconds, now.relative_gap());
    log_pass(now);
  }
  if (!log_.interactive()) return;
  const auto remaining = forecast_.remaining();
  bar_.show(forecast_.share(),
            fmt::format("pass {:.1f}  gap {}  ε {:.1e}  nonzeros {}{}", now.passes, gap_text(now), now.epsilon,
                        with_thousands(now.nonzero_weights), remaining ? "  ETA " + duration(*remaining) : ""));
}

void TrainingProgress::log_pass(const Progress& now) {
  // Programs have no bar to look at.
  const Verbosity level = log_.format() == LogFormat::json ? Verbosity::normal : Verbosity::detailed;
  if (!log_.shows(level)) return;
  log_.event(
      level, "pass",
      fmt::format("pass {:7.2f}  objective {:<12.9g}  gap {:>8}  ε {:.1e}  nonzeros {}  {}", now.passes, now.primal,
                  gap_text(now), now.epsilon, with_thousands(now.nonzero_weights), duration(now.seconds)),
      {{"passes", now.passes},
       {"seconds", now.seconds},
       {"primal", now.primal},
       {"dual", number_or_null(now.dual)},
       {"epsilon", now.epsilon},
       {"nonzero_weights", now.nonzero_weights}});
}

std::string describe(const Penalty& penalty, double total_weight) {
  return fmt::format("λ = {:.6g}, μ = {:.6g} (C = {:.6g}, ρ = {:.6g})", penalty.l2, penalty.l1, penalty.c(total_weight),
                     penalty.l1_ratio());
}

std::string describe_proof(double primal, const std::optional<double>& dual) {
  if (!dual) return "nothing is proved";
  const double share = (primal - *dual) / *dual;
  if (!(*dual > 0) || share > 1) return fmt::format("proved: the optimum is at least {:.6g}", *dual);
  return fmt::format("proved: at most {} above the optimum", percent_at_most(share));
}

Json number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

}  // namespace smsvm::cli
