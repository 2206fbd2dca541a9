#include "judge/exact.hpp"

#include <algorithm>
#include <array>

namespace smsvm::judge {
namespace {

/// Σ c a and Σ c a x_j over the rows of one class.
struct ClassSums {
  Number dual;
  std::vector<Number> feature;
};

/// Of the negative rows, then of the positive ones.
std::array<ClassSums, 2> class_sums(const ExactProblem& problem, const std::vector<Number>& dual_point) {
  std::array<ClassSums, 2> sums;
  for (ClassSums& of_class : sums) of_class.feature.resize(problem.feature.size());
  for (std::size_t i = 0; i < dual_point.size(); ++i) {
    const Number weighted = problem.weight[i] * dual_point[i];
    if (weighted.sign() == 0) continue;
    ClassSums& mine = sums[problem.sign[i] > 0];
    mine.dual += weighted;
    for (const auto& [feature, value] : (*problem.rows)[i]) mine.feature[feature] += weighted * value;
  }
  return sums;
}

/// What eq. 6 needs to know of a coordinate.
struct Coordinate {
  mpq_class v, l2, l1;
};

struct DualPoint {
  mpq_class mean;  ///< Σ c a / N
  std::vector<Coordinate> coordinates;
};

/// With a free intercept the heavier class is scaled down until both have the same Σ c a.
DualPoint balanced(const ExactProblem& problem, const std::array<ClassSums, 2>& sums) {
  const mpq_class total = problem.total_weight().fraction();
  const std::array<mpq_class, 2> dual = {sums[0].dual.fraction(), sums[1].dual.fraction()};
  std::array<mpq_class, 2> share = {1, 1};
  if (problem.has_free_intercept() && dual[0] != dual[1]) {
    const std::size_t heavier = dual[1] > dual[0] ? 1 : 0;
    share[heavier] = dual[1 - heavier] / dual[heavier];
  }
  const std::array<mpq_class, 2> factor = {share[0] / total, share[1] / total};
  DualPoint point;
  point.mean = factor[0] * dual[0] + factor[1] * dual[1];
  for (std::size_t j = 0; j < problem.feature.size(); ++j) {
    const mpq_class v = factor[1] * sums[1].feature[j].fraction() - factor[0] * sums[0].feature[j].fraction();
    point.coordinates.push_back({v, problem.feature[j].l2.fraction(), problem.feature[j].l1.fraction()});
  }
  if (problem.has_intercept) {
    const mpq_class v = factor[1] * dual[1] - factor[0] * dual[0];
    point.coordinates.push_back({v, problem.intercept.l2.fraction(), problem.intercept.l1.fraction()});
  }
  return point;
}

/// What all of a is multiplied by so that |v_j| <= μ_j wherever λ_j = 0; it is 0 where μ_j = 0 too.
mpq_class share_that_is_feasible(const DualPoint& point) {
  mpq_class share = 1;
  for (const auto& [v, l2, l1] : point.coordinates) {
    if (sgn(l2) == 0 && abs(v) > l1) share = std::min(share, mpq_class(l1 / abs(v)));
  }
  return share;
}

}  // namespace

Number ExactProblem::total_weight() const {
  Number total;
  for (const Number& each : weight) total += each;
  return total;
}

mpq_class exact_primal(const ExactProblem& problem, const std::vector<double>& weights, double intercept) {
  static const Number one(1), half(0.5);
  const std::vector<Number> point(weights.begin(), weights.end());
  const Number shift(intercept);

  Number loss;
  for (std::size_t i = 0; i < problem.sign.size(); ++i) {
    if (problem.weight[i].sign() == 0) continue;
    Number score = shift;
    for (const auto& [feature, value] : (*problem.rows)[i]) score += point[feature] * value;
    const Number slack = problem.sign[i] > 0 ? one - score : one + score;
    if (slack.sign() > 0) loss += problem.weight[i] * slack;
  }
  Number penalty;
  const auto add = [&](const ExactCharge& charge, const Number& weight) {
    if (weight.sign() != 0) penalty += half * charge.l2 * weight * weight + charge.l1 * weight.magnitude();
  };
  for (std::size_t j = 0; j < point.size(); ++j) add(problem.feature[j], point[j]);
  if (problem.has_intercept) add(problem.intercept, shift);
  return penalty.fraction() + loss.fraction() / problem.total_weight().fraction();
}

mpq_class exact_bound(const ExactProblem& problem, const std::vector<double>& dual_point) {
  const std::vector<Number> values(dual_point.begin(), dual_point.end());
  const DualPoint point = balanced(problem, class_sums(problem, values));
  const mpq_class share = share_that_is_feasible(point);
  mpq_class bound = share * point.mean;
  for (const auto& [v, l2, l1] : point.coordinates) {
    const mpq_class excess = share * abs(v) - l1;
    if (sgn(l2) > 0 && sgn(excess) > 0) bound -= excess * excess / (2 * l2);
  }
  return sgn(bound) > 0 ? bound : mpq_class(0);
}

mpq_class exact_primal_without_weights(const ExactProblem& problem) {
  std::array<mpq_class, 2> mass;
  for (std::size_t i = 0; i < problem.sign.size(); ++i) mass[problem.sign[i] > 0] += problem.weight[i].fraction();
  const mpq_class total = mass[0] + mass[1];
  if (!problem.has_intercept) return 1;
  // Beyond |b| = 1 nothing is gained; up to there P(0, b) is λ_b b²/2 + μ_b |b| + 1 − pull |b|.
  const mpq_class pull = abs(mass[1] - mass[0]) / total;
  const mpq_class l2 = problem.intercept.l2.fraction(), l1 = problem.intercept.l1.fraction();
  if (pull <= l1) return 1;
  const mpq_class b = pull - l1 >= l2 ? mpq_class(1) : mpq_class((pull - l1) / l2);
  return 1 + b * (l1 - pull) + l2 * b * b / 2;
}

mpq_class exact_multiple_for_no_weights(const ExactProblem& problem) {
  const std::vector<Number> ones(problem.sign.size(), Number(1));
  const std::array<ClassSums, 2> sums = class_sums(problem, ones);
  const mpq_class total = problem.total_weight().fraction();
  mpq_class multiple = 0;
  for (std::size_t j = 0; j < problem.feature.size(); ++j) {
    if (problem.feature[j].l1.sign() == 0) continue;
    const mpq_class v = abs((sums[1].feature[j] - sums[0].feature[j]).fraction()) / total;
    multiple = std::max(multiple, mpq_class(v / problem.feature[j].l1.fraction()));
  }
  return multiple;
}

}  // namespace smsvm::judge
