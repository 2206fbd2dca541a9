#include "solver/step/line_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "rows/instance.hpp"

namespace smsvm {
namespace {

using test::uniform;
using testing::ElementsAre;
using testing::IsEmpty;

struct Function {
  std::vector<double> w, d, mu;
  double alpha1 = 0, alpha2 = 0;

  ExactStep step() const { return exact_step(w, d, mu, alpha1, alpha2); }

  /// Eq. 12.
  double operator()(double s) const {
    long double value = (static_cast<long double>(alpha2) * s + alpha1) * s;
    for (std::size_t k = 0; k < w.size(); ++k) value += mu[k] * std::abs(static_cast<long double>(w[k]) + s * d[k]);
    return static_cast<double>(value);
  }

  std::vector<double> breakpoints() const {
    std::vector<double> points{0.0};
    for (std::size_t k = 0; k < w.size(); ++k)
      if (d[k] != 0 && -w[k] / d[k] > 0) points.push_back(-w[k] / d[k]);
    std::sort(points.begin(), points.end());
    return points;
  }

  /// The least value over s >= 0: at a breakpoint, or where the parabola of an interval has its lowest point.
  double minimum() const {
    double least = INFINITY;
    const auto points = breakpoints();
    for (std::size_t i = 0; i < points.size(); ++i) {
      least = std::min(least, (*this)(points[i]));
      if (alpha2 == 0) continue;
      const double right = i + 1 < points.size() ? points[i + 1] : points[i] + 1;
      const double middle = (points[i] + right) / 2;
      double slope = alpha1;
      for (std::size_t k = 0; k < w.size(); ++k) slope += mu[k] * d[k] * (w[k] + middle * d[k] >= 0 ? 1 : -1);
      least = std::min(least, (*this)(std::max(0.0, -slope / (2 * alpha2))));
    }
    return least;
  }

  /// The slope far to the right without the parabola.
  double slope_at_infinity() const {
    double slope = alpha1;
    for (std::size_t k = 0; k < w.size(); ++k) slope += mu[k] * std::abs(d[k]);
    return slope;
  }
};

/// With ties, zeros, flat coordinates and parabolas that are none.
Function random_function(std::mt19937_64& random) {
  Function f;
  const std::size_t size = 1 + random() % 8;
  const bool small_integers = random() % 2 == 0;  // many ties
  const auto number = [&] {
    return small_integers ? static_cast<double>(random() % 7) - 3 : random() % 5 == 0 ? 0 : uniform(random, -2, 2);
  };
  for (std::size_t k = 0; k < size; ++k) {
    f.w.push_back(number());
    f.d.push_back(number());
    f.mu.push_back(random() % 4 == 0 ? 0 : std::abs(number()));
  }
  f.alpha1 = small_integers ? number() * 5 : uniform(random, -10, 3);
  f.alpha2 = random() % 3 == 0 ? 0 : std::abs(number());
  return f;
}

TEST(ExactStep, FindsTheMinimumOfRandomFunctions) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (int repeat = 0; repeat < 50; ++repeat) {
      const Function f = random_function(random);
      const ExactStep found = f.step();
      RC_ASSERT(found.step >= 0);
      if (!found.bounded) {
        RC_ASSERT(f.alpha2 == 0);
        RC_ASSERT(f.slope_at_infinity() < 0);
        RC_ASSERT(found.step == f.breakpoints().back() || f(found.step) <= f(0));
        continue;
      }
      RC_ASSERT(f(found.step) <= f.minimum() + 1e-12 * (1 + std::abs(f.minimum())));
      // No sampled point is lower either: the brute force itself may not be trusted alone.
      for (double s = 0; s < 20; s += 0.37) RC_ASSERT(f(found.step) <= f(s) + 1e-12 * (1 + std::abs(f(s))));
    }
  }));
}

TEST(ExactStep, NamesExactlyTheCoordinatesThatVanish) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (int repeat = 0; repeat < 50; ++repeat) {
      const Function f = random_function(random);
      const ExactStep found = f.step();
      bool crossed = false;
      for (std::size_t k = 0; k < f.w.size(); ++k) {
        if (f.mu[k] == 0 || f.d[k] == 0 || f.w[k] == 0) continue;
        const double at = -f.w[k] / f.d[k];
        crossed |= at > 0 && at <= found.step;
        const bool named = std::find(found.zeros.begin(), found.zeros.end(), k) != found.zeros.end();
        if (named) RC_ASSERT(at == found.step);
        if (!found.zeros.empty() && at == found.step) RC_ASSERT(named);
      }
      RC_ASSERT(crossed == found.crossed);
    }
  }));
}

TEST(ExactStep, StopsAtAKink) {
  // |1 − s| + |1 − s| + |2 − s| − 2.5 s falls until 1 only.
  const ExactStep found =
      exact_step(std::vector{1.0, -1.0, 2.0}, std::vector{-1.0, 1.0, -1.0}, std::vector{1.0, 1.0, 1.0}, 0.5, 0.0);
  EXPECT_TRUE(found.bounded);
  EXPECT_EQ(found.step, 1);
  EXPECT_THAT(found.zeros, ElementsAre(0, 1));
  EXPECT_TRUE(found.crossed);
}

TEST(ExactStep, AZeroCoordinatePaysForMovingEitherWay) {  // eq. 13
  for (const double d : {1.0, -1.0}) {
    const ExactStep stays = exact_step(std::vector{0.0}, std::vector{d}, std::vector{1.0}, -1.0, 1.0);
    EXPECT_EQ(stays.step, 0);
    const ExactStep moves = exact_step(std::vector{0.0}, std::vector{d}, std::vector{1.0}, -3.0, 1.0);
    EXPECT_EQ(moves.step, 1);  // (3 − 1)/2
    EXPECT_FALSE(moves.crossed);
    EXPECT_THAT(moves.zeros, IsEmpty());
  }
}

TEST(ExactStep, EqualBreakpointsAreOneKink) {
  // Both weights vanish at s = 2; either jump alone would not turn the slope of −3, both together do.
  const std::vector<double> w{2, -4}, d{-1, 2}, mu{1, 1};
  const ExactStep step = exact_step(w, d, mu, 0, 0);
  EXPECT_EQ(step.step, 2);
  EXPECT_EQ(step.zeros, (std::vector<std::size_t>{0, 1}));
}

TEST(ExactStep, WithoutCurvatureItStillStopsAtAKink) {
  const std::vector<double> w{3}, d{-1}, mu{1};
  const ExactStep step = exact_step(w, d, mu, -0.5, 0);
  EXPECT_TRUE(step.bounded);
  EXPECT_EQ(step.step, 3);
}

TEST(ExactStep, SaysThatAFunctionFallsForEver) {
  EXPECT_FALSE(exact_step(std::vector{1.0}, std::vector{1.0}, std::vector{1.0}, -2.0, 0.0).bounded);
  EXPECT_TRUE(exact_step(std::vector{1.0}, std::vector{1.0}, std::vector{1.0}, -2.0, 1e-9).bounded);
  const ExactStep last = exact_step(std::vector{1.0, 6.0}, std::vector{-1.0, -2.0}, std::vector{1.0, 1.0}, -4.0, 0.0);
  EXPECT_FALSE(last.bounded);
  EXPECT_EQ(last.step, 3);  // the last breakpoint
}

TEST(ExactStep, FlatDirectionsStayWhereTheyAre) {
  EXPECT_EQ(exact_step(std::vector{1.0, 0.0}, std::vector{0.0, 0.0}, std::vector{1.0, 1.0}, 0.0, 0.0).step, 0);
  EXPECT_EQ(exact_step(std::vector<double>{}, std::vector<double>{}, std::vector<double>{}, -1.0, 0.25).step, 2);
}

}  // namespace
}  // namespace smsvm
