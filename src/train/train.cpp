#include <fmt/format.h>

#include <cmath>

#include "checkpoint/logged_rows.hpp"
#include "fleet/make_rows.hpp"
#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "train/rows_at_hand.hpp"
#include "train/scaled_target.hpp"
#include "train/solve.hpp"

namespace smsvm {

void SolverOptions::check() const {
  if (!(tolerance > 0)) throw OptionError(fmt::format("--tolerance is {}; it must be a positive number", tolerance));
  if (!(max_passes >= 1)) throw OptionError(fmt::format("--max-passes is {}; it must be at least 1", max_passes));
  if (!(max_seconds > 0)) throw OptionError(fmt::format("--max-seconds is {}; it must be positive", max_seconds));
  if (threads < 0) throw OptionError(fmt::format("--threads is {}; it must be 0 or more", threads));
  constexpr double tiny = 1e-100, huge = 1e100;  // ε² and its inverse must be numbers
  if (!(epsilon_start >= tiny && epsilon_start <= huge))
    throw OptionError(fmt::format("--epsilon-start is {}; it must be between {} and {}", epsilon_start, tiny, huge));
  if (!(epsilon_min >= tiny && epsilon_min <= epsilon_start))
    throw OptionError(fmt::format("--epsilon-min is {}; it must be at least {} and at most --epsilon-start, {}",
                                  epsilon_min, tiny, epsilon_start));
  if (!(epsilon_factor > 1) || !std::isfinite(epsilon_factor))
    throw OptionError(fmt::format("--epsilon-factor is {}; it must be more than 1", epsilon_factor));
  if (!(armijo > 0 && armijo < 0.5))
    throw OptionError(fmt::format("--armijo is {}; it must be between 0 and 0.5", armijo));
  if (memory < 0) throw OptionError(fmt::format("--memory is {}; it must be 0 or more", memory));
}

Fit train(const Dataset& data, const Target& target, const Penalty& penalty, const SolverOptions& options,
          const Observer& observer) {
  options.check();
  if (auto fit = answer_at_once(data, target, penalty)) return *std::move(fit);

  const ScaledTarget scaled(target);
  const Objective objective(penalty, data.features, scaled.get().total_weight());
  Journal journal(options, observer);
  const RowsAtHand rows(data, penalty.intercept, options.threads);
  RowsWithLog logged = log_if_asked(make_rows(rows.data(), {scaled.get()}, objective.has_intercept, options.seed,
                                              options.threads, [&] { return journal.keep_going(); }),
                                    {"train", data, {&target, 1}, {&penalty, 1}}, options);
  Pass pass(*logged.rows, 0, rows.data().order);
  const Rounding rounding(rows.data(), rows.columns(), scaled.get(), objective.has_intercept, rows.shift());
  const Problem problem{pass, objective, rounding, 0, logged.log()};
  Fit fit = solve({rows.shape(), problem, options, journal});
  fit.intercept = rows.shift().intercept_before(fit.intercept, fit.weights);
  return fit;
}

}  // namespace smsvm
