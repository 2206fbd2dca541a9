#include "cli/training_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

/// From the best to the worst: what ended all of them counts more than what ended one.
int badness(Status status) {
  switch (status) {
    case Status::converged:
      return 0;
    case Status::stationary:
      return 1;
    case Status::stalled:
      return 2;
    case Status::max_passes:
      return 3;
    case Status::max_seconds:
      return 4;
    case Status::interrupted:
      break;
  }
  return 5;
}

}  // namespace

Outcome outcome_of(const Fit& fit) {
  return {fit.status,     fit.primal,          fit.dual,   fit.relative_gap(), fit.passes, fit.hessian_rows,
          fit.iterations, fit.nonzero_weights, fit.seconds};
}

Outcome outcome_of(const BatchFit& fits) {
  if (fits.fit.size() == 1) return outcome_of(fits.fit.front());  // without what was shared with a calibration
  Outcome all;
  all.dual = all.relative_gap = 0;
  for (const Fit& fit : fits.fit) {
    const Outcome one = outcome_of(fit);
    if (badness(one.status) > badness(all.status)) all.status = one.status;
    all.primal += one.primal;
    all.dual = all.dual && one.dual ? std::optional(*all.dual + *one.dual) : std::nullopt;
    all.relative_gap =
        all.relative_gap && one.relative_gap ? std::max(all.relative_gap, one.relative_gap) : std::nullopt;
    all.hessian_rows += one.hessian_rows;
    all.iterations += one.iterations;
    all.nonzero_weights += one.nonzero_weights;
  }
  all.passes = fits.passes;
  all.seconds = fits.seconds;
  return all;
}

std::string how_it_ended(const Outcome& outcome) {
  switch (outcome.status) {
    case Status::max_seconds:
      return fmt::format("stopped after {} by --max-seconds", duration(outcome.seconds));
    case Status::max_passes:
      return fmt::format("stopped after {:.1f} passes by --max-passes", outcome.passes);
    case Status::stalled:
      return fmt::format("stopped after {:.1f} passes, the last of which brought nothing", outcome.passes);
    case Status::interrupted:
      return fmt::format("interrupted after {}", duration(outcome.seconds));
    case Status::converged:
    case Status::stationary:
      break;
  }
  return std::string(name(outcome.status));
}

}  // namespace smsvm::cli
