#include "solver/proof/certificate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cmath>
#include <memory>

#include "rows/make_pass.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::uniform;

/// A pass, a certificate and the running dual that goes with it.
struct Prover {
  explicit Prover(const Instance& problem)
      : instance(problem),
        data(problem.data()),
        pass(test::make_pass(data, {problem.target()}, problem.penalty.intercept != Intercept::none, 1, 1, {})),
        rounding(test::rounding_of(problem)),
        certificate(problem.objective(), pass->active_weight(0), rounding) {}

  /// Sweeps at a point, with this dual to go with it, and takes in what it proves.
  void learn(const std::vector<double>& point, double epsilon, bool carry, std::span<const double> dual = {}) {
    Query query;
    query.point = point;
    query.epsilon = epsilon;
    query.begin = dual.empty() ? test::carried_if(carry) : DualBegin::given;
    if (!dual.empty()) pass->give(0, dual);
    Sums sums;
    EXPECT_TRUE(pass->evaluate({&query, 1}, {&sums, 1}));
    pass->mix(0, certificate.improve(sums));
    pass->accept(0);
  }

  const Instance& instance;
  Dataset data;
  std::unique_ptr<Pass> pass;
  Rounding rounding;
  Certificate certificate;
};

/// A dual point such as a clever guess would make it, or none at all.
std::vector<double> random_dual(std::mt19937_64& random, const Instance& instance, std::span<const double> point) {
  std::vector<double> dual(instance.rows.size());
  for (std::size_t i = 0; i < dual.size(); ++i)
    dual[i] = random() % 4 == 0 ? uniform(random, 0, 1) : (test::slack(instance, i, point) > 0 ? 1 : 0);
  return dual;
}

/// P at the best point of a precise run is an upper bound on the optimum, whatever the solver did.
TEST(Certificate, NeverExceedsTheOptimum) {
  int tight = 0;
  EXPECT_TRUE(rc::check([&] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = test::random_small_problem(random);
    const Fit fit = fit_of(instance, test::precise(1e-8));
    const auto best = point_of(instance, fit);
    const double optimum = primal_by_definition(instance, best);

    Prover prover(instance);
    RC_ASSERT(prover.certificate.possible());
    double before = 0;
    for (int step = 0; step < 12; ++step) {
      auto point = best;
      const double scatter = std::pow(10, uniform(random, -6, 0.5));
      for (double& w : point) w += uniform(random, -scatter, scatter);
      const auto dual = random_dual(random, instance, point);
      const bool own = random() % 2 == 0;
      prover.learn(point, std::pow(10, uniform(random, -6, 0)), step > 0 && !own, own ? dual : std::vector<double>{});
      const double bound = prover.certificate.bound();
      RC_ASSERT(bound <= optimum * (1 + 1e-12) + 1e-15);
      RC_ASSERT(bound >= before);  // never falls
      before = bound;
      // What is claimed is proved by the rows: eq. 6 at ā (scaled into |v_j| <= μ_j where λ_j = 0).
      const auto running = prover.pass->running_dual(0);
      for (const double a : running) RC_ASSERT(a >= 0 && a <= 1);
      if (instance.penalty.l2 > 0)
        RC_ASSERT(std::abs(std::max(0.0, dual_by_definition(instance, running)) - bound) <= 1e-10);
    }
    tight += before > 0.99 * optimum;
  }));
  EXPECT_GT(tight, 20);  // the bounds were worth testing
}

/// Three rows without features and a free intercept: b = 1 gives P = 2/3. Without the repair a = 1 would claim 1.
TEST(Certificate, AFreeInterceptNeedsTheRepair) {
  Instance instance;
  instance.rows = {{0.0}, {0.0}, {0.0}};
  instance.sign = {1, 1, -1};
  instance.penalty.l2 = 0.1;
  const std::vector<double> best{0, 1}, ones{1, 1, 1};
  EXPECT_NEAR(primal_by_definition(instance, best), 2.0 / 3, 1e-15);
  EXPECT_GT(dual_by_definition(instance, ones), 0.99);  // eq. 6 where it does not hold: Σ c a y is not 0
  Prover prover(instance);
  prover.learn({0, 0}, 1, false, ones);
  EXPECT_NEAR(prover.certificate.bound(), 2.0 / 3, 1e-12);
}

/// One row, one feature of factor 0.1, λ = μ = 1: w = 1 gives P = 0.15. With μ for μ_j, a = 1 would claim 1.
TEST(Certificate, EveryFeatureHasItsOwnPenalty) {
  Instance instance;
  instance.rows = {{1.0}};
  instance.sign = {1};
  instance.penalty.l2 = instance.penalty.l1 = 1;
  instance.penalty.factor = {0.1};
  instance.penalty.intercept = Intercept::none;
  EXPECT_NEAR(primal_by_definition(instance, std::vector{1.0}), 0.15, 1e-15);
  Instance one_for_all = instance;
  one_for_all.penalty.factor = {};
  EXPECT_GT(dual_by_definition(one_for_all, std::vector{1.0}), 0.99);
  Prover prover(instance);
  for (const double a : {1.0, 0.5, 0.2, 0.1}) prover.learn({0}, 1, false, std::vector{a});
  EXPECT_NEAR(prover.certificate.bound(), 0.15, 1e-9);
}

TEST(Certificate, WithoutL2TheDualIsScaledIntoItsBounds) {
  Instance instance;
  instance.rows = {{2.0}, {1.0}};
  instance.sign = {1, 1};
  instance.penalty.l1 = 0.3;
  instance.penalty.intercept = Intercept::none;
  // v = (2 a₁ + a₂)/2 <= 0.3: at a = (1, 1) the scale is 0.2, so D = 0.2.
  Prover prover(instance);
  prover.learn({0}, 1, false, std::vector{1.0, 1.0});
  EXPECT_NEAR(prover.certificate.bound_of({1.0, Eigen::ArrayXd::Constant(1, 1.5)}), 0.2, 1e-12);
  EXPECT_LE(prover.certificate.bound(), primal_by_definition(instance, std::vector{1.0}));
}

/// The best step is searched for among the limits that can bind. Thousands that cannot must not change it.
TEST(Certificate, LimitsThatCannotBindDoNotMatter) {
  const auto bound_with = [](std::size_t more) {
    Instance instance;
    instance.rows = {{2.0, 1.0}, {1.0, -3.0}, {-1.0, 0.5}};
    for (auto& row : instance.rows) row.resize(2 + more, 1e-9);
    instance.sign = {1, 1, -1};
    instance.penalty.l1 = 0.3;
    instance.penalty.intercept = Intercept::none;
    Prover prover(instance);
    std::vector<double> bounds;
    for (const auto& a : {std::vector{1.0, 0.2, 0.4}, std::vector{0.1, 0.9, 1.0}, std::vector{0.4, 0.0, 0.7}}) {
      prover.learn(std::vector<double>(2 + more, 0.0), 1, false, a);
      bounds.push_back(prover.certificate.bound());
      EXPECT_LE(bounds.back(), primal_by_definition(instance, std::vector<double>(2 + more, 0.0)));
    }
    return bounds;
  };
  const auto few = bound_with(0), many = bound_with(2000);
  EXPECT_GT(few[1], few[0]);
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_NEAR(few[k], many[k], 1e-9 * few[k]);
}

/// Sums of 10⁵ that leave a v of 10⁻³ lose eight more digits than the bound may claim.
TEST(Certificate, ClaimsNothingThatRoundingMayHaveMade) {
  std::mt19937_64 random(5);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Instance instance = test::random_instance(random, 200, 3);
    for (auto& row : instance.rows)
      for (double& x : row) x = 1e5 + 1e3 * uniform(random, 0, 1);
    instance.penalty.l1 = 1e-3;
    instance.penalty.intercept = Intercept::none;
    Prover prover(instance);
    for (const double epsilon : {1.0, 1e-2, 1e-4}) prover.learn(test::random_point(random, 3, 1e-5), epsilon, false);

    const auto dual = prover.pass->running_dual(0);
    long double sum = 0, largest = 0;
    std::array<long double, 3> v{};
    for (std::size_t i = 0; i < dual.size(); ++i) {
      sum += dual[i];
      for (std::size_t j = 0; j < 3; ++j)
        v[j] += static_cast<long double>(dual[i]) * instance.sign[i] * instance.rows[i][j];
    }
    for (const long double of_feature : v) largest = std::max(largest, std::abs(of_feature));
    const long double proved = sum / 200 * std::min(1.0L, 1e-3L * 200 / largest);
    EXPECT_LE(static_cast<long double>(prover.certificate.bound()), proved);
    EXPECT_GT(static_cast<long double>(prover.certificate.bound()), 0.99L * proved);
  }
}

TEST(Certificate, NoBoundWhereAFeatureIsNotPenalised) {
  const auto possible = [](double l2, double l1, Intercept intercept, std::vector<double> factor = {}) {
    Penalty penalty;
    penalty.l2 = l2;
    penalty.l1 = l1;
    penalty.intercept = intercept;
    penalty.factor = std::move(factor);
    const Rounding rounding(Dataset(), {}, Target(), intercept != Intercept::none);
    return Certificate(Objective(penalty, 2, 10), 10, rounding).possible();
  };
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    EXPECT_TRUE(possible(1, 0, intercept));
    EXPECT_TRUE(possible(0, 1, intercept));
    EXPECT_TRUE(possible(1, 1, intercept, {0.5, 2}));
    EXPECT_FALSE(possible(0, 0, intercept));
    EXPECT_FALSE(possible(1, 0, intercept, {0, 1}));
    EXPECT_FALSE(possible(0, 1, intercept, {1, 0}));
  }
}

}  // namespace
}  // namespace smsvm
