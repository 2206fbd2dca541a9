#include <fmt/format.h>

#include <algorithm>

#include "baselines/baselines.hpp"
#include "baselines/sgd_epochs.hpp"
#include "smsvm/error.hpp"
#include "solver/loop/record.hpp"

namespace smsvm {
namespace {

/// The one λ of all coordinates but a free intercept; anything else is refused.
double common_l2(const Objective& objective, std::int64_t features, std::int64_t batch) {
  const char* const solver = batch == 1 ? "sgd" : "minibatch-sgd";
  if (std::any_of(objective.l1.begin(), objective.l1.end(), [](double l1) { return l1 > 0; }))
    check_takes_l1(Solver::sgd, solver);
  auto end = objective.l2.end();
  if (static_cast<std::int64_t>(objective.dimension()) > features && objective.l2.back() == 0) --end;
  if (end == objective.l2.begin()) return 1;  // no coordinate has a penalty, because there is but the free intercept
  const double l2 = objective.l2.front();
  if (std::any_of(objective.l2.begin(), end, [&](double other) { return other != l2; }))
    throw OptionError(
        fmt::format("--solver {} takes neither --penalty-factor nor --scale: its steps need one λ for all features; "
                    "use another solver",
                    solver));
  if (!(l2 > 0))
    throw OptionError(fmt::format("--l2 is 0; --solver {} makes steps of 1/(λt + R) and needs a positive λ", solver));
  return l2;
}

/// Measured after 1, 2, 3, 5, 8, 12, 18, … epochs: the sweeps, one each, stay few beside the epochs.
std::int64_t next_measurement(std::int64_t epochs) { return std::max(epochs + 1, (3 * epochs + 1) / 2); }

}  // namespace

Fit stochastic_gradient(const Task& task, std::int64_t batch) {
  const auto& [shape, problem, options, journal] = task;
  const double l2 = common_l2(problem.objective, shape.features, batch);
  const auto keep_going = [&journal = journal] { return journal.keep_going(); };
  Record record(problem, options, journal);
  if (!record.affordable(3)) return record.finish(Status::max_passes);  // the norms, an epoch, and its sweep

  SgdEpochs epochs(problem.pass.hold(problem.index), problem.objective, l2, batch, options.seed);
  problem.pass.count_rows(shape.rows);
  for (;;) {
    std::int64_t until = next_measurement(record.iterations);
    const auto cost = [&] { return static_cast<double>(until - record.iterations + 1); };
    while (until > record.iterations + 1 && !record.affordable(cost())) --until;
    epochs.begin_stretch();
    for (; record.iterations < until; ++record.iterations) {
      if (!epochs.run(keep_going)) return record.finish(record.why_cancelled());
      problem.pass.count_rows(epochs.size());
    }

    Iterate at;
    at.point = epochs.mean();
    at.epsilon = 1e-3;  // of the sweep's own dual, the lesser of the two
    const auto dual = epochs.dual();
    problem.pass.give(problem.index, dual);
    const Query query{problem.index, at.point, at.epsilon, DualBegin::given};
    if (!problem.pass.evaluate({&query, 1}, {&at.sums, 1})) return record.finish(record.why_cancelled());
    record.bracket().learn(problem, at, true);
    problem.pass.accept(problem.index);
    record.measure(at);
    constexpr double epoch_and_sweep = 2;
    if (const auto status = record.stop_reason(epoch_and_sweep)) return record.finish(*status);
  }
}

}  // namespace smsvm
