#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "checkpoint/saved_run.hpp"
#include "smsvm/checkpoint.hpp"
#include "smsvm/error.hpp"
#include "smsvm/path.hpp"
#include "smsvm/solver.hpp"
#include "solver/problems.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::Instance;
using test::precise;
using test::same_bits;
using test::Storage;
using test::TemporaryFolder;

Instance noisy_rows(std::size_t rows, std::size_t features, double l2, double l1) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, rows, features);
  for (std::size_t i = 0; i < rows; ++i) {
    if (random() % 8 != 0) instance.sign[i] = instance.rows[i][0] + 0.3 * instance.rows[i][1] > 0 ? 1 : -1;
  }
  instance.penalty.l2 = l2;
  instance.penalty.l1 = l1;
  instance.penalty.intercept = Intercept::free;
  return instance;
}

void expect_same(const Fit& fit, const Fit& expected) {
  EXPECT_EQ(fit.status, expected.status);
  EXPECT_TRUE(same_bits(fit.weights, expected.weights));
  EXPECT_TRUE(same_bits({fit.intercept, fit.primal}, {expected.intercept, expected.primal}));
  EXPECT_EQ(fit.dual, expected.dual);
  EXPECT_TRUE(same_bits(fit.dual_point, expected.dual_point));
  EXPECT_EQ(fit.passes, expected.passes);
  EXPECT_EQ(fit.hessian_rows, expected.hessian_rows);
  EXPECT_EQ(fit.iterations, expected.iterations);
  ASSERT_EQ(fit.history.size(), expected.history.size());
  for (std::size_t k = 0; k < fit.history.size(); ++k) {
    EXPECT_EQ(fit.history[k].passes, expected.history[k].passes);
    EXPECT_EQ(fit.history[k].primal, expected.history[k].primal);
    EXPECT_EQ(fit.history[k].dual, expected.history[k].dual);
    EXPECT_GE(fit.history[k].seconds, k > 0 ? fit.history[k - 1].seconds : 0.0);
  }
}

/// A run of any kind that can be kept.
using KeptRun = std::function<std::vector<Fit>(const SolverOptions& options)>;

class Resume : public testing::Test {
 protected:
  /// After every sweep.
  std::vector<std::string> checkpoints_of(const KeptRun& run, SolverOptions options) {
    std::vector<std::string> all;
    const std::string file = folder_.file("kept");
    Checkpoint checkpoint({.file = file,
                           .resume = {},
                           .every_passes = 1e-9,
                           .warn = [](const std::string& message) { ADD_FAILURE() << message; },
                           .written = [&] { all.push_back(contents(file)); }});
    options.checkpoint = &checkpoint;
    run(options);
    return all;
  }

  std::vector<Fit> resumed(const KeptRun& run, SolverOptions options, const std::string& from) {
    const std::string file = folder_.file("from");
    test::put(file, from);
    Checkpoint checkpoint({.file = {}, .resume = file, .every_passes = {}, .warn = {}, .written = {}});
    options.checkpoint = &checkpoint;
    auto fits = run(options);
    EXPECT_FALSE(checkpoint.is_replaying());
    return fits;
  }

  /// From each of them, or from so many.
  void expect_equal_from_everywhere(const KeptRun& run, const SolverOptions& options, std::size_t most = 1000) {
    const std::vector<Fit> expected = run(options);
    const std::vector<std::string> all = checkpoints_of(run, options);
    ASSERT_GT(all.size(), 0U);
    const std::size_t step = (all.size() + most - 1) / most;
    for (std::size_t k = 0; k < all.size(); k += step) {
      SCOPED_TRACE(testing::Message() << "checkpoint " << k + 1 << " of " << all.size());
      SolverOptions other = options;
      other.threads = options.threads == 1 ? 3 : 1;
      const std::vector<Fit> fits = resumed(run, other, all[k]);
      ASSERT_EQ(fits.size(), expected.size());
      for (std::size_t f = 0; f < fits.size(); ++f) expect_same(fits[f], expected[f]);
      if (HasFailure()) return;
    }
  }

  /// Whether rows were frozen, or a sample was in use, when it was written.
  bool was_in_between(const std::string& checkpoint, RecordKind from, RecordKind to) {
    test::put(folder_.file("looked at"), checkpoint);
    const SavedRun saved(folder_.file("looked at"));
    bool within = false;
    for (const SavedAnswer& each : saved.passes().back().of_problem[0]) {
      if (each.kind == from) within = true;
      if (each.kind == to) within = false;
    }
    return within;
  }

  TemporaryFolder folder_;
};

KeptRun training_of(const Dataset& data, const Instance& instance) {
  return [&data, &instance](const SolverOptions& options) {
    return std::vector{train(data, instance.target(), instance.penalty, options)};
  };
}

/// Enough rows for a ladder, and for most of them to be frozen in the end.
TEST_F(Resume, TallDataOnLadderAndWithFrozenRows) {
  for (const double l1 : {0.0, 1e-3}) {
    const Instance instance = noisy_rows(12'000, 5, 1e-3, l1);
    const Dataset data = instance.data(Storage::dense_float);
    const KeptRun run = training_of(data, instance);
    const SolverOptions options = precise(1e-7, 2);
    const auto all = checkpoints_of(run, options);
    EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& each) {
      return was_in_between(each, record_kind<request::UseNear>, record_kind<request::Thaw>);
    }));
    expect_equal_from_everywhere(run, options);
  }
}

TEST_F(Resume, WideDataInEverySpace) {
  for (const double l1 : {0.0, 1e-2}) {
    const Instance by_rows = noisy_rows(60, 90, 1e-3, l1);  // over the rows, after an ascent; or over the features
    const Dataset data = by_rows.data();
    expect_equal_from_everywhere(training_of(data, by_rows), precise(1e-8, 1));
  }
  const Instance by_factors = noisy_rows(30, 600, 1e-3, 1e-2);
  const Dataset data = by_factors.data();
  expect_equal_from_everywhere(training_of(data, by_factors), precise(1e-8, 1));
}

/// In the middle of it, too, and where the limit on passes is what ends it.
TEST_F(Resume, Ascents) {
  const Instance instance = noisy_rows(150, 200, 1e-5, 0);
  const Dataset data = instance.data();
  const KeptRun run = training_of(data, instance);
  SolverOptions options = precise(1e-4, 1);
  const auto all = checkpoints_of(run, options);
  const auto before_its_end = [&](const std::string& each) {
    test::put(folder_.file("looked at"), each);
    const SavedRun saved(folder_.file("looked at"));
    return std::ranges::none_of(saved.passes().back().of_problem[0],
                                [](const SavedAnswer& answer) { return answer.kind == RecordKind::finding; });
  };
  EXPECT_GT(std::ranges::count_if(all, before_its_end), 5);
  expect_equal_from_everywhere(run, options);

  const Fit expected = run(options)[0];
  SolverOptions limited = options;
  const std::string file = folder_.file("kept");
  Checkpoint checkpoint({.file = file, .resume = {}, .every_passes = {}, .warn = {}, .written = {}});
  limited.checkpoint = &checkpoint;
  limited.max_passes = 20;
  run(limited);
  ASSERT_TRUE(checkpoint.exists());
  EXPECT_TRUE(before_its_end(contents(file)));
  expect_same(resumed(run, options, contents(file))[0], expected);
}

/// ℓ1 and so many features that an ascent comes first and H is formed on working sets.
TEST_F(Resume, WorkingSetsAfterAnAscent) {
  const Instance instance = noisy_rows(200, 1100, 1e-4, 2e-2);
  const Dataset data = instance.data();
  SolverOptions options = precise(1e-7, 1);
  expect_equal_from_everywhere(training_of(data, instance), options, 6);
}

TEST_F(Resume, EveryOtherMethod) {
  const Instance instance = noisy_rows(300, 4, 1e-2, 0);
  const Dataset data = instance.data();
  for (const Solver solver : {Solver::newton, Solver::bfgs, Solver::sgd, Solver::minibatch_sgd, Solver::cg}) {
    SCOPED_TRACE(static_cast<int>(solver));
    SolverOptions options = precise(1e-3, 1);
    options.solver = solver;
    options.max_passes = 100;
    expect_equal_from_everywhere(training_of(data, instance), options, 12);
  }
}

TEST_F(Resume, ProblemsThatShareSweeps) {
  const Instance instance = noisy_rows(6'000, 5, 1e-3, 1e-3);
  const Dataset data = instance.data(Storage::dense_float);
  Batch batch;
  for (std::size_t k = 0; k < 4; ++k) {
    Instance other = instance;
    for (std::size_t i = 0; i < other.sign.size(); ++i) other.sign[i] = other.rows[i][k] > 0.2 ? 1 : -1;
    for (std::size_t i = k; i < other.sign.size(); i += 7) other.sign[i] = -other.sign[i];
    batch.target.push_back(other.target());
    batch.penalty.push_back(other.penalty);
  }
  const KeptRun run = [&](const SolverOptions& options) { return train(data, batch, options).fit; };
  expect_equal_from_everywhere(run, precise(1e-6, 3), 25);
}

/// Two calls, one after the other: the first is over when most checkpoints are written.
TEST_F(Resume, RunsOfSeveralParts) {
  const Instance instance = noisy_rows(400, 5, 1e-3, 0);
  const Dataset data = instance.data();
  const KeptRun run = [&](const SolverOptions& options) {
    std::vector<Fit> fits{train(data, instance.target(), instance.penalty, options)};
    Penalty weaker = instance.penalty;
    weaker.l2 *= 0.1;
    fits.push_back(train(data, instance.target(), weaker, options));
    return fits;
  };
  expect_equal_from_everywhere(run, precise(1e-7, 2));
}

TEST_F(Resume, Paths) {
  const Instance instance = noisy_rows(500, 8, 1e-3, 0);
  const Dataset data = instance.data();
  std::vector<Target> targets{instance.target()};
  for (int k = 0; k < 2; ++k) {
    targets.push_back(instance.target());
    targets.back().weight.assign(500, 1.0);
    for (std::size_t i = static_cast<std::size_t>(k); i < 500; i += 3) targets.back().weight[i] = 0;
  }
  const KeptRun run = [&](const SolverOptions& options) {
    PathOptions path;
    path.points = 6;
    const PathFit found = fit_paths(data, {{path, targets, 1}}, instance.penalty, options);
    std::vector<Fit> fits;
    for (const Path& each : found.group[0].path) {
      for (const PathPoint& point : each) {
        Fit& fit = fits.emplace_back();
        fit.status = point.status;
        fit.weights = point.weights.dense(data.features);
        fit.intercept = point.intercept;
        fit.primal = point.primal;
        fit.dual = point.dual;
        fit.passes = point.passes;
      }
    }
    return fits;
  };
  expect_equal_from_everywhere(run, precise(1e-4, 2), 12);
}

/// Asked to stop, at any time, a run leaves a checkpoint of where it was.
TEST_F(Resume, AfterAStop) {
  const Instance instance = noisy_rows(6'000, 5, 1e-3, 0);
  const Dataset data = instance.data(Storage::dense_float);
  SolverOptions options = precise(1e-7, 2);
  const KeptRun run = training_of(data, instance);
  const Fit expected = run(options)[0];
  const std::string file = folder_.file("kept");
  for (std::size_t lines = 1; lines < expected.history.size(); ++lines) {
    SCOPED_TRACE(lines);
    {
      Checkpoint checkpoint({.file = file, .resume = {}, .every_passes = {}, .warn = {}, .written = {}});
      options.checkpoint = &checkpoint;
      std::size_t seen = 0;
      double last = -1;
      const Fit fit = train(data, instance.target(), instance.penalty, options, [&](const Progress& now) {
        if (now.passes != last) ++seen;
        last = now.passes;
        return seen < lines;
      });
      EXPECT_EQ(fit.status, Status::interrupted);
      EXPECT_TRUE(checkpoint.exists());
    }
    expect_same(resumed(run, options, contents(file))[0], expected);
  }
}

/// The rows are then ahead of the solver, and there is nothing to give back.
TEST_F(Resume, StoppedOnTheWayBackThereIsNoResult) {
  const Instance instance = noisy_rows(300, 4, 1e-2, 0);
  const Dataset data = instance.data();
  SolverOptions options = precise(1e-6, 1);
  const auto all = checkpoints_of(training_of(data, instance), options);
  const std::string file = folder_.file("kept");
  test::put(file, all.back());
  Checkpoint checkpoint({.file = file, .resume = file, .every_passes = {}, .warn = {}, .written = {}});
  options.checkpoint = &checkpoint;
  try {
    train(data, instance.target(), instance.penalty, options, [](const Progress&) { return false; });
    FAIL() << "it was not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
  EXPECT_EQ(contents(file), all.back());
}

/// A limit on passes ends a run where it is, and a larger one lets it go on as if the first had never been.
TEST_F(Resume, AfterALimitOnPasses) {
  const Instance instance = noisy_rows(6'000, 5, 1e-3, 0);
  const Dataset data = instance.data(Storage::dense_float);
  const KeptRun run = training_of(data, instance);
  SolverOptions options = precise(1e-7, 1);
  const Fit expected = run(options)[0];
  const std::string file = folder_.file("kept");
  for (double limit = 1; limit < expected.passes; limit += 0.7) {
    SCOPED_TRACE(limit);
    SolverOptions limited = options;
    const std::optional<double> often = limit > 3 ? std::optional(0.01) : std::nullopt;
    {
      Checkpoint checkpoint({.file = file, .resume = {}, .every_passes = often, .warn = {}, .written = {}});
      limited.checkpoint = &checkpoint;
      limited.max_passes = limit;
      run(limited);
      if (!checkpoint.exists()) continue;
    }
    expect_same(resumed(run, options, contents(file))[0], expected);
    const Fit same = resumed(run, limited, contents(file))[0];
    EXPECT_EQ(same.status, Status::max_passes);
  }
}

TEST_F(Resume, GoesOnWritingAndResuming) {
  const Instance instance = noisy_rows(6'000, 5, 1e-3, 0);
  const Dataset data = instance.data(Storage::dense_float);
  const KeptRun run = training_of(data, instance);
  SolverOptions options = precise(1e-7, 2);
  const Fit expected = run(options)[0];
  const std::string file = folder_.file("kept");
  struct Killed {};
  int kills = 0;
  for (bool done = false; !done; ++kills) {
    ASSERT_LT(kills, 200);
    const std::string from = std::filesystem::exists(file) ? file : "";
    Checkpoint checkpoint({.file = file, .resume = from, .every_passes = 1e-9, .warn = {}, .written = {}});
    options.checkpoint = &checkpoint;
    int lines = 0;
    double last = -1;
    try {
      expect_same(train(data, instance.target(), instance.penalty, options,
                        [&](const Progress& now) -> bool {
                          const bool is_new = now.passes != std::exchange(last, now.passes);
                          if (!checkpoint.is_replaying() && is_new && ++lines == 2) throw Killed{};
                          return true;
                        }),
                  expected);
      done = true;
    } catch (const Killed&) {
    }
  }
  EXPECT_GT(kills, 2);
}

TEST_F(Resume, RefusesAnotherRun) {
  const Instance instance = noisy_rows(300, 4, 1e-2, 0);
  const Dataset data = instance.data();
  const SolverOptions options = precise(1e-6, 1);
  const auto all = checkpoints_of(training_of(data, instance), options);
  const auto message_of = [&](const KeptRun& run, const SolverOptions& with) -> std::string {
    try {
      resumed(run, with, all[all.size() / 2]);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  SolverOptions other = options;
  other.tolerance = 1e-7;
  EXPECT_NE(message_of(training_of(data, instance), other).find("--tolerance"), std::string::npos);
  other = options;
  other.seed = 2;
  EXPECT_NE(message_of(training_of(data, instance), other).find("--seed"), std::string::npos);
  other = options;
  other.solver = Solver::newton;
  EXPECT_NE(message_of(training_of(data, instance), other).find("--solver"), std::string::npos);
  other = options;
  other.max_passes = 1;
  EXPECT_NE(message_of(training_of(data, instance), other).find("--max-passes"), std::string::npos);
  Instance changed = instance;
  changed.penalty.l2 = 2e-2;
  EXPECT_NE(message_of(training_of(data, changed), options).find("--l2"), std::string::npos);
  changed = instance;
  changed.sign[7] = -changed.sign[7];
  EXPECT_NE(message_of(training_of(data, changed), options), "");
  changed = instance;
  changed.rows[7][1] += 1;
  const Dataset others = changed.data();
  EXPECT_NE(message_of(training_of(others, instance), options).find("other data"), std::string::npos);
}

}  // namespace
}  // namespace smsvm
