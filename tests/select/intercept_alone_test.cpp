#include "select/intercept_alone.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace smsvm {
namespace {

/// Also with λ = 0 and μ within rounding of where b comes to ±1.
TEST(InterceptAlone, IsTheMinimumOverTheIntercept) {
  for (std::size_t rows = 2; rows < 40; ++rows) {
    for (std::size_t positives = 1; positives < rows; ++positives) {
      Target target;
      target.sign.assign(rows, -1);
      for (std::size_t i = 0; i < positives; ++i) target.sign[i] = 1;
      const double share = static_cast<double>(positives) / static_cast<double>(rows), lead = std::abs(2 * share - 1);
      for (const Intercept kind : {Intercept::none, Intercept::penalized, Intercept::free}) {
        const InterceptAlone alone(target, kind, static_cast<double>(rows));
        for (const double l2 : {0.0, 0.3}) {
          for (const double l1 : {0.0, lead, std::nextafter(lead, 0), std::nextafter(lead, 1), lead / 2, 1.0}) {
            Penalty penalty;
            penalty.l2 = l2;
            penalty.l1 = l1;
            const auto objective = [&](double b) {
              const double loss = share * std::max(0.0, 1 - b) + (1 - share) * std::max(0.0, 1 + b);
              return kind == Intercept::penalized ? loss + l2 / 2 * b * b + l1 * std::abs(b) : loss;
            };
            double least = objective(0);
            for (int k = -100; k <= 100 && kind != Intercept::none; ++k) least = std::min(least, objective(k / 100.0));
            EXPECT_NEAR(alone.primal(penalty), objective(alone.minimiser(penalty)), 1e-15);
            EXPECT_LE(alone.primal(penalty), least + 1e-15);
            EXPECT_GE(alone.primal(penalty), least - 1e-4);  // the grid is coarse
            EXPECT_LE(std::abs(alone.minimiser(penalty)), 1);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace smsvm
