#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "checkpoint/logged_rows.hpp"
#include "fleet/make_rows.hpp"
#include "rows/shared_sweeps.hpp"
#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "train/batch_share.hpp"
#include "train/common_observer.hpp"
#include "train/rows_at_hand.hpp"
#include "train/scaled_target.hpp"
#include "train/solve_by_method.hpp"

namespace smsvm {
namespace {

/// One problem of a batch, until it is solved.
struct Member {
  Member(const Dataset& data, const Target& its_target, const Penalty& penalty, const SolverOptions& options,
         std::size_t number, std::shared_ptr<SharedTime> time, Observer its_observer)
      : fit(answer_at_once(data, its_target, penalty, options, number)),
        target(its_target),
        objective(penalty, data.features, target.get().total_weight(data.rows)),
        observer(std::move(its_observer)),
        journal(options, observer, std::move(time)) {}

  std::optional<Fit> fit;
  ScaledTarget target;
  Objective objective;
  Observer observer;
  Journal journal;
};

}  // namespace

BatchFit train(const Dataset& data, const Batch& batch, const SolverOptions& options, const BatchObserver& observer) {
  options.check();
  const std::size_t count = batch.target.size();
  if (batch.penalty.size() != count)
    throw OptionError(fmt::format("{} penalties for {} problems", batch.penalty.size(), count));
  const auto other_kind = [&](const Penalty& penalty) { return penalty.intercept != batch.penalty[0].intercept; };
  if (std::any_of(batch.penalty.begin(), batch.penalty.end(), other_kind))
    throw OptionError("the problems of a batch must treat the intercept alike");

  CommonObserver common(options, observer);
  std::vector<std::unique_ptr<Member>> members;
  for (std::size_t k = 0; k < count; ++k) {
    members.push_back(std::make_unique<Member>(data, batch.target[k], batch.penalty[k], options, k, common.time(),
                                               [&, k](const Progress& now) { return common.observe(k, now); }));
  }
  if (members.empty()) return {};

  std::vector<Target> targets;
  for (const auto& member : members) targets.push_back(member->target.get());
  const BatchShare share(options, count);
  const RowsAtHand rows(data, batch.penalty[0].intercept, options.threads);
  RowsWithLog logged = log_if_asked(make_rows(rows.data(), std::move(targets), members[0]->objective.has_intercept,
                                              options.seed, options.threads, [&] { return common.keep_going(); }),
                                    {"train", data, batch.target, batch.penalty}, options);
  SharedSweeps shared(*logged.rows, count, share.threads, share.hessian_bytes);
  shared.run([&](std::size_t k, Pass& its_pass) {
    Member& member = *members[k];
    if (member.fit) return;
    const Rounding rounding(rows.data(), rows.columns(), member.target.get(), member.objective.has_intercept,
                            rows.shift());
    const Problem problem{its_pass, member.objective, rounding, k, logged.log()};
    member.fit = solve_by_method({rows.shape(), problem, share.of_each, member.journal});
    member.fit->intercept = rows.shift().intercept_before(member.fit->intercept, member.fit->weights);
  });

  BatchFit result;
  for (const auto& member : members) {
    result.fit.push_back(*std::move(member->fit));
    result.seconds = std::max(result.seconds, result.fit.back().seconds);
  }
  result.passes = shared.passes();
  result.sweeps = shared.sweeps();
  return result;
}

}  // namespace smsvm
