#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "judge/small_problem.hpp"
#include "judge/trial.hpp"

namespace smsvm::judge {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

auto is(Fault fault) { return Field("fault", &Finding::fault, fault); }

/// The next double above or below.
double above(double value) { return std::nextafter(value, INFINITY); }
double below(double value) { return std::nextafter(value, -INFINITY); }

/// True claims that leave no room: the objective and the bound are the nearest doubles on the safe side.
class JudgedClaims : public testing::Test {
 protected:
  JudgedClaims() {
    claims_.status = Status::max_passes;
    claims_.weights = {0.7};
    claims_.intercept = 0.3;
    claims_.primal = above(exact_primal(small_.problem, claims_.weights, claims_.intercept).get_d());
    claims_.dual = exact_bound(small_.problem, dual_point_).get_d();  // truncated
    claims_.dual_point = &dual_point_;
  }
  std::vector<Finding> judged() const { return judge_claims(small_.problem, claims_, 1e-4); }

  SmallProblem small_{{{1, "0.3"}, {-1, "0.1"}, {-1, "-0.7"}}, 0.1, 0.01};
  std::vector<double> dual_point_ = {0.9, 0.3, 0.4};
  Claims claims_;
};

TEST_F(JudgedClaims, AreTrueToTheLastBit) { EXPECT_THAT(judged(), IsEmpty()); }

TEST_F(JudgedClaims, AreFalseIfTheObjectiveIsOneBitTooLow) {
  claims_.primal = below(claims_.primal);
  EXPECT_THAT(judged(), ElementsAre(is(Fault::false_primal)));
}

TEST_F(JudgedClaims, AreFalseIfTheBoundIsOneBitTooHigh) {
  claims_.dual = above(*claims_.dual);
  EXPECT_THAT(judged(), ElementsAre(is(Fault::false_bound)));
}

TEST_F(JudgedClaims, AreFalseIfTheBoundIsAboveTheObjective) {
  claims_.dual = above(claims_.primal);
  EXPECT_THAT(judged(), ElementsAre(is(Fault::false_bound), is(Fault::bounds_cross)));
}

TEST_F(JudgedClaims, NeedABoundThatIsNotAboveTheirOwnPointWhereThereIsNoDualPoint) {
  claims_.dual_point = nullptr;
  claims_.dual = below(below(claims_.primal));
  EXPECT_THAT(judged(), IsEmpty());
  claims_.dual = claims_.primal;
  EXPECT_THAT(judged(), ElementsAre(is(Fault::false_bound)));
}

TEST_F(JudgedClaims, HaveNotConvergedWithAGapAboveTheTolerance) {
  claims_.status = Status::converged;
  EXPECT_THAT(judged(), ElementsAre(is(Fault::false_convergence)));
  const double gap = (claims_.primal - *claims_.dual) / claims_.primal;
  EXPECT_THAT(judge_claims(small_.problem, claims_, 1.001 * gap), IsEmpty());
  claims_.dual.reset();
  EXPECT_THAT(judge_claims(small_.problem, claims_, 1), ElementsAre(is(Fault::false_convergence)));
}

TEST_F(JudgedClaims, CannotBeUsedWhereANumberIsNotFiniteOrADualValueNotInTheBox) {
  const Claims good = claims_;
  claims_.weights[0] = NAN;
  EXPECT_THAT(judged(), ElementsAre(is(Fault::unusable)));
  claims_ = good;
  claims_.primal = INFINITY;
  EXPECT_THAT(judged(), ElementsAre(is(Fault::unusable)));
  claims_ = good;
  dual_point_[1] = above(1);
  EXPECT_THAT(judged(), ElementsAre(is(Fault::unusable)));
  dual_point_ = {0.5, 0.5};
  EXPECT_THAT(judged(), ElementsAre(is(Fault::unusable)));
}

}  // namespace
}  // namespace smsvm::judge
