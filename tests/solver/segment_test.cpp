#include "solver/step/segment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "rows/make_pass.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

/// P with ψ_ε for the hinge; ε = 0 is P itself.
double smoothed_primal_by_definition(const test::Instance& instance, std::span<const double> point, double epsilon) {
  const Objective objective = instance.objective();
  double loss = 0;
  for (std::size_t i = 0; i < instance.rows.size(); ++i) {
    const auto u = static_cast<double>(slack(instance, i, point));
    loss += instance.weight_of(i) * 0.5 * (u + std::hypot(epsilon, u));
  }
  return objective.penalty({point.begin(), point.end()}) + loss / objective.total_weight;
}

TEST(Segment, MinimaAreThoseOfAFineGrid) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const test::Instance instance = test::random_small_problem(random);
    const Dataset data = instance.data();
    const auto pass =
        test::make_pass(data, {instance.target()}, instance.penalty.intercept != Intercept::none, 1, 1, {});
    const Objective objective = instance.objective();
    const Rounding rounding = test::rounding_of(instance);
    const Problem problem{*pass, objective, rounding};
    const auto from = test::random_point(random, instance.dimension()),
               to = test::random_point(random, instance.dimension());
    Sums sums;
    Query query;
    query.point = from;
    pass->evaluate({&query, 1}, {&sums, 1});
    pass->accept(0);
    query.point = to;
    pass->evaluate({&query, 1}, {&sums, 1});
    const Segment segment(problem, from, to);
    for (const double epsilon : {0.0, 0.3}) {
      const double longest = epsilon == 0 ? 2.5 : 1.0;
      const auto found = epsilon == 0 ? segment.exact_minimum() : segment.smoothed_minimum(epsilon);
      EXPECT_GE(found.step, 0);
      EXPECT_LE(found.step, longest + 1e-12);
      EXPECT_NEAR(found.value, smoothed_primal_by_definition(instance, segment.at(found.step), epsilon), 1e-12);
      double least = INFINITY, most = 0;
      constexpr int grid = 1000;
      for (int k = 0; k <= grid; ++k) {
        const double value = smoothed_primal_by_definition(instance, segment.at(longest * k / grid), epsilon);
        least = std::min(least, value);
        most = std::max(most, value);
      }
      EXPECT_LE(found.value, least + 0.01 * (most - least)) << "epsilon " << epsilon;
    }
    EXPECT_EQ(segment.at(0), from);

    const auto on_ray = segment.ray_minimum();
    EXPECT_NEAR(on_ray.value, smoothed_primal_by_definition(instance, segment.at(on_ray.step), 0),
                1e-12 * (1 + on_ray.value));
    const double start = smoothed_primal_by_definition(instance, from, 0);
    for (double step = 1e-4; step <= 64; step *= 1.02) {
      const double value = smoothed_primal_by_definition(instance, segment.at(step), 0);
      EXPECT_LE(on_ray.value, value + 0.01 * std::max(0.0, start - value) + 1e-3 * start) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace smsvm
