#include <fmt/format.h>

#include "checkpoint/logged_rows.hpp"
#include "fleet/make_rows.hpp"
#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "train/rows_at_hand.hpp"
#include "train/scaled_target.hpp"
#include "train/solve_by_method.hpp"
#include "util/option_list.hpp"

namespace smsvm {

void SolverOptions::check() const {
  check_numbers({.solver = *this});
  if (dual_points == DualPoints::streamed && !dual_point_sink)
    throw OptionError("streamed dual points need a dual_point_sink to go to");
  if (epsilon_min > epsilon_start)
    throw OptionError(
        fmt::format("--epsilon-min must be at most --epsilon-start, {}, not {}", epsilon_start, epsilon_min));
}

Fit train(const Dataset& data, const Target& target, const Penalty& penalty, const SolverOptions& options,
          const Observer& observer) {
  options.check();
  if (auto fit = answer_at_once(data, target, penalty, options, 0)) return *std::move(fit);

  const ScaledTarget scaled(target);
  const Objective objective(penalty, data.features, scaled.get().total_weight(data.rows));
  Journal journal(options, observer);
  const RowsAtHand rows(data, penalty.intercept, options.threads);
  RowsWithLog logged = log_if_asked(make_rows(rows.data(), {scaled.get()}, objective.has_intercept, options.seed,
                                              options.threads, [&] { return journal.keep_going(); }),
                                    {"train", data, {&target, 1}, {&penalty, 1}}, options);
  Pass pass(*logged.rows, 0);
  const Rounding rounding(rows.data(), rows.columns(), scaled.get(), objective.has_intercept, rows.shift());
  const Problem problem{pass, objective, rounding, 0, logged.log()};
  Fit fit = solve_by_method({rows.shape(), problem, options, journal});
  fit.intercept = rows.shift().intercept_before(fit.intercept, fit.weights);
  return fit;
}

}  // namespace smsvm
