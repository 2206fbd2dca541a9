#include "rows/loss.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "rows/instance.hpp"

namespace smsvm {
namespace {

using test::uniform;
using Complex = std::complex<long double>;

/// u over [−5, 5] with many near the kink, ε from 1 to 1e-8.
template <class Visit>
void for_each_case(const Visit& visit) {
  std::vector<double> slacks{0.0};
  for (double size = 5; size > 1e-9; size *= 0.7) slacks.insert(slacks.end(), {size, -size});
  for (double epsilon = 1; epsilon > 0.5e-8; epsilon *= 0.1) {
    for (const double u : slacks) visit(u, epsilon);
  }
}

double slope(const SmoothedHinge& loss) { return SmoothedHinge::dual(loss.u, loss.q_smooth); }

// Derivatives by the complex step: no difference is taken, so they are exact to rounding.
constexpr long double tiny = 1e-40L;
Complex complex_value(long double u, long double epsilon) {
  const Complex at(u, tiny);
  return (at + std::sqrt(epsilon * epsilon + at * at)) * 0.5L;
}
Complex complex_slope(long double u, long double epsilon) {
  const Complex at(u, tiny);
  return (1.0L + at / std::sqrt(epsilon * epsilon + at * at)) * 0.5L;
}

TEST(SmoothedHinge, IsNoNumberWhereTheSlackIsNone) {
  EXPECT_TRUE(std::isnan(SmoothedHinge::hinge(NAN)));
  EXPECT_TRUE(std::isnan(SmoothedHinge(NAN, 0.1).value()));
}

TEST(SmoothedHinge, DerivativesMatchComplexSteps) {
  for_each_case([](double u, double epsilon) {
    const SmoothedHinge loss(u, epsilon);
    EXPECT_NEAR(loss.value(), static_cast<double>(complex_value(u, epsilon).real()), 1e-15 * (1 + std::abs(u)));
    EXPECT_NEAR(slope(loss), static_cast<double>(complex_value(u, epsilon).imag() / tiny), 1e-15)
        << u << ' ' << epsilon;
    EXPECT_NEAR(loss.curvature(loss.q_smooth), static_cast<double>(complex_slope(u, epsilon).imag() / tiny),
                1e-15 / loss.r)
        << u << ' ' << epsilon;
  });
}

TEST(SmoothedHinge, LiesAtMostHalfEpsilonAboveTheHinge) {  // eq. 5
  for_each_case([](double u, double epsilon) {
    const double above = SmoothedHinge(u, epsilon).value() - std::max(0.0, u);
    EXPECT_GE(above, 0);
    EXPECT_LE(above, epsilon / 2 + 1e-15 * std::abs(u));
  });
  EXPECT_EQ(SmoothedHinge(0, 0.5).value(), 0.25);
}

/// ψ(u) ψ(−u) = ε²/4 and a(u) a(−u) = ε²/(4 r²): the small factor follows from the large one, which cannot cancel.
TEST(SmoothedHinge, NothingCancelsFarFromTheKink) {
  for_each_case([](double size, double epsilon) {
    const long double u = std::abs(size), e = epsilon, r = std::sqrt(e * e + u * u);
    const long double value = (u + r) / 2, steep = (1 + u / r) / 2;
    const SmoothedHinge left(-std::abs(size), epsilon), right(std::abs(size), epsilon);
    EXPECT_NEAR(static_cast<double>(left.value() / (e * e / (4 * value))), 1, 1e-14);
    EXPECT_NEAR(static_cast<double>(slope(left) / (e * e / (4 * r * r * steep))), 1, 1e-14);
    EXPECT_NEAR(static_cast<double>(right.q_smooth / (e * e / (4 * r * r * steep))), 1, 1e-14);
    EXPECT_NEAR(static_cast<double>(left.curvature(left.q_smooth) / (e * e / (2 * r * r * r))), 1, 1e-14);  // eq. 4
  });
}

/// Eq. 7 as printed, where it does not cancel.
TEST(SmoothedHinge, CurvatureIsThatOfTheLinearisation) {
  for_each_case([](double u, double epsilon) {
    for (const double a : {0.0, 1e-9, 0.25, 0.5, 0.75, 1 - 1e-9, 1.0}) {
      const SmoothedHinge loss(u, epsilon);
      const long double e = epsilon, r = std::sqrt(e * e + static_cast<long double>(u) * u);
      const auto expected = static_cast<double>((1 - (2 * static_cast<long double>(a) - 1) * u / r) / (2 * r));
      const double h = loss.curvature(u > 0 ? 1 - a : a);
      EXPECT_NEAR(h, expected, 1e-15 / loss.r) << u << ' ' << epsilon << ' ' << a;
      EXPECT_GT(h, 0);
    }
  });
}

TEST(SmoothedHinge, GapIsWhatTheDualLosesAgainstTheHinge) {
  for_each_case([](double u, double epsilon) {
    const long double e = epsilon, r = std::sqrt(e * e + static_cast<long double>(u) * u), size = std::abs(u);
    const double gap = SmoothedHinge(u, epsilon).gap();
    EXPECT_NEAR(gap, static_cast<double>(size * e * e / (2 * r * (r + size))), 1e-14 * gap);
    EXPECT_NEAR(gap, std::max(0.0, u) - u * slope(SmoothedHinge(u, epsilon)), 1e-15 * (1 + std::abs(u)));
    EXPECT_LE(gap, 0.1502 * epsilon);  // method.md, section 3
  });
}

TEST(SmoothedHinge, CarriedDualOfAnUnmovedRowIsTheSmoothOne) {
  for_each_case([](double u, double epsilon) {
    const SmoothedHinge loss(u, epsilon);
    for (const double q : {0.0, loss.q_smooth, 0.3, 1.0}) EXPECT_EQ(loss.carried(q, u), loss.q_smooth);
  });
}

/// Eq. 11: (2a − 1) r = u, linearised in both unknowns, holds at the new pair unless it was clipped.
TEST(SmoothedHinge, CarriedDualSolvesTheLinearisedEquation) {
  int inside = 0;
  EXPECT_TRUE(rc::check([&] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (int repeat = 0; repeat < 50; ++repeat) {
      const double epsilon = std::pow(10, uniform(random, -8, 0));
      const double u = uniform(random, -1, 1) * (random() % 2 == 0 ? 5 : 5 * epsilon);
      const double q = random() % 3 == 0 ? std::pow(10, uniform(random, -12, 0)) : uniform(random, 0, 1);
      const SmoothedHinge loss(u, epsilon);
      const double next = u + uniform(random, -2, 2) / loss.curvature(q);
      const double carried = loss.carried(q, next);
      RC_ASSERT(carried >= 0);
      RC_ASSERT(carried <= 1);
      const auto far_dual = [](long double at, long double distance) { return at > 0 ? 1 - distance : distance; };
      const long double before = far_dual(u, q), after = far_dual(next, carried), r = loss.r;
      // The linearised equation divided by r: what is left over is 2 (a − the unclipped a).
      const long double residual = (2 * (after - before) + (2 * before - 1)) +
                                   (2 * before - 1) * (u / r) * (static_cast<long double>(next) - u) / r - next / r;
      const double rounding = 1e-14 * (1 + std::abs(next) / loss.r);
      if (carried > 0 && carried < 1) {
        ++inside;
        RC_ASSERT(std::abs(static_cast<double>(residual)) <= rounding);
      } else if (after == 1) {
        RC_ASSERT(static_cast<double>(residual) <= rounding);  // the unclipped dual would lie above 1
      } else {
        RC_ASSERT(static_cast<double>(residual) >= -rounding);
      }
    }
  }));
  EXPECT_GT(inside, 500);
}

}  // namespace
}  // namespace smsvm
