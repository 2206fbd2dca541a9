#include "solver/loop/stop_reason.hpp"

namespace smsvm {

std::optional<Status> stop_reason(const Standing& at, const SolverOptions& options) {
  const Progress& now = at.now;
  if (now.contradicts_itself()) return Status::stalled;  // rounding, overflow: neither number is to be believed
  if (now.relative_gap() <= options.tolerance) return Status::converged;
  if (now.primal == 0) return Status::stationary;  // nothing is below zero, but only an unpenalised problem gets here
  if (!is_affordable(now.passes, at.cost, options)) return Status::max_passes;
  if (at.cancelled) return at.cancelled;
  if (at.out_of_time) return Status::max_seconds;
  if (at.before != nullptr && has_stalled(now, *at.before, options.tolerance)) return Status::stalled;
  if (storing_keeps_the_gap_open(now, at.storing, options.tolerance)) return Status::stalled;
  return std::nullopt;
}

bool has_stalled(const Progress& now, const Progress& before, double tolerance) {
  if (!now.dual) return now.primal >= before.primal * (1 - 1e-3 * tolerance);
  // A first-order method may bring P down for long before its bound says anything.
  return now.relative_gap() > 0.99 * before.relative_gap() && now.primal >= before.primal * (1 - tolerance);
}

bool storing_keeps_the_gap_open(const Progress& now, double storing, double tolerance) {
  if (!now.dual) return false;
  return 2 * storing > tolerance * now.primal && now.primal - *now.dual <= 3 * storing;  // about as much in the bound
}

bool is_settled_without_bound(double primal, double left, double tolerance) {
  return left <= share_to_settle * tolerance * primal;
}

bool is_affordable(double made, double more, const SolverOptions& options) {
  return made + more <= options.pass_limit();
}

Status why_cancelled(std::optional<Status> first, bool out_of_time) {
  return first.value_or(out_of_time ? Status::max_seconds : Status::interrupted);
}

std::optional<Limit> limit_of(Status status) {
  if (status == Status::max_passes) return Limit::passes;
  if (status == Status::max_seconds || status == Status::interrupted) return Limit::outside;
  return std::nullopt;
}

}  // namespace smsvm
