// The solver knows rows by what they answer: it trains on any of them, and other code agrees with what is proved.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>

#include "data/column_facts.hpp"
#include "rows/places.hpp"
#include "smsvm/read.hpp"
#include "solver/problems.hpp"
#include "train/solve_by_method.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::Storage;
using test::Where;

Fit train_at(Where where, const Dataset& data, const Target& target, const Penalty& penalty,
             const SolverOptions& options) {
  const Objective objective(penalty, data.features, target.total_weight(data.rows));
  const Observer nobody;  // the journal refers to it
  Journal journal(options, nobody);
  BackendOptions backend{.problems = {target}, .has_intercept = objective.has_intercept, .seed = options.seed};
  Pass pass(make_rows_at(where, data, std::move(backend)));
  const Rounding rounding(data, *column_facts(data, 1), target, objective.has_intercept);
  const Problem problem{pass, objective, rounding};
  return solve_by_method({test::shape_of(data), problem, options, journal});
}

class AnyRows : public testing::TestWithParam<Where> {};

TEST_P(AnyRows, SmallProblemsAreSolvedAndProved) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const Instance instance = test::random_small_problem(random);
    const Dataset data = test::many_blocks(instance, Storage::mixed_double, instance.rows.size() / 3 + 1);
    const SolverOptions options = test::precise(1e-7);
    const Fit fit = train_at(GetParam(), data, instance.target(), instance.penalty, options);
    const Fit usual = train(data, instance.target(), instance.penalty, options);
    EXPECT_EQ(fit.status, usual.status);
    EXPECT_NEAR(fit.primal, usual.primal, 2e-7 * (usual.primal + 1e-9));
    test::expect_honest(instance, fit, Storage::mixed_double, options);
    if (HasFailure()) return;
  }
}

/// Tall enough for a ladder of samples, and for rows to be frozen in the end.
TEST_P(AnyRows, LaddersAndFrozenRowsLeadToTheOptimumToo) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, 4000, 4);
  for (std::size_t i = 0; i < instance.rows.size(); ++i)
    instance.sign[i] = instance.rows[i][0] + test::uniform(random, -1, 1) > 0 ? 1 : -1;
  instance.penalty.l2 = 1e-3;
  const Dataset data = test::many_blocks(instance, Storage::dense_double, 500);
  const SolverOptions options = test::precise(1e-8);
  const Fit fit = train_at(GetParam(), data, instance.target(), instance.penalty, options);
  EXPECT_EQ(fit.status, Status::converged);
  test::expect_honest(instance, fit, Storage::dense_double, options);
}

std::filesystem::path path_of(const char* variable, const char* usual) {
  const char* const named = std::getenv(variable);
  return named != nullptr ? std::filesystem::path(named) : std::filesystem::path(SMSVM_SOURCE_FOLDER) / ".." / usual;
}

/// The optima of well-known data sets, where they are at hand, on those that plain loops can do in a moment.
TEST(ReferenceRows, LeadToTheReferenceOptima) {
  const auto optima = path_of("SMSVM_REFERENCE", "shared/reference/optima.json");
  const auto folder = path_of("SMSVM_DATA", "shared/data");
  if (!std::filesystem::exists(optima) || !std::filesystem::exists(folder))
    GTEST_SKIP() << "the reference optima or the real data are not there; SMSVM_REFERENCE and SMSVM_DATA name them";
  std::map<std::string, Dataset> read_before;
  int solved = 0;
  for (const auto& one : nlohmann::json::parse(std::ifstream(optima))) {
    const double rows = one["n"], features = one["m"];
    if (rows * features * features > 1.5e6 || rows < features) continue;
    const std::string name = one["data"];
    if (!read_before.contains(name)) {
      ReadOptions as_double;
      as_double.precision = Precision::float64;
      read_before[name] = read((folder / (name + ".libsvm.xz")).string(), as_double);
    }
    const Dataset& data = read_before[name];
    Penalty penalty;
    penalty.l2 = one["lambda"];
    penalty.l1 = one["mu"];
    penalty.intercept = one["intercept"] == "none"   ? Intercept::none
                        : one["intercept"] == "free" ? Intercept::free
                                                     : Intercept::penalized;
    const Target target = Target::one_against_rest(data, 0);
    const Fit fit = train_at(Where::reference, data, target, penalty, test::precise(1e-6));
    EXPECT_LE(fit.primal, one["primal"].get<double>() * (1 + 1.1e-6) + 1e-12) << name;
    EXPECT_GE(fit.primal, one["dual"].get<double>() * (1 - 1e-9) - 1e-12) << name;
    ++solved;
  }
  EXPECT_GT(solved, 20);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, AnyRows,
                         testing::Values(Where::three_ranks, Where::reference, Where::three_references),
                         [](const auto& test) { return test::name_of(test.param); });

}  // namespace
}  // namespace smsvm
