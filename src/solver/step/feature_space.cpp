#include "solver/step/feature_space.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "solver/step/quadratic_l1.hpp"

namespace smsvm {
namespace {

constexpr std::size_t small_enough = 1024;  // up to here a working set would save little
constexpr std::size_t large = 3072;         // beyond this, factorising on one thread takes longer than it gains
constexpr double nearly = 0.7;              // a zero feature is a candidate when its pull is above this share of μ

/// factor · A of a symmetric A of which a sweep left the lower triangle, row by row: Eigen's upper one. Mirrored block
/// by block, so that neither side strides through memory.
Eigen::MatrixXd from_lower_triangle(const std::vector<double>& lower, Eigen::Index size, double factor) {
  Eigen::MatrixXd full = factor * Eigen::Map<const Eigen::MatrixXd>(lower.data(), size, size);
  constexpr Eigen::Index block = 32;
  for (Eigen::Index column = 0; column < size; column += block) {
    const Eigen::Index columns = std::min(block, size - column);
    full.block(column, column, columns, columns).triangularView<Eigen::StrictlyLower>() =
        full.block(column, column, columns, columns).transpose();
    for (Eigen::Index row = 0; row < column; row += block)
      full.block(column, row, columns, block) = full.block(row, column, block, columns).transpose();
  }
  return full;
}

}  // namespace

FeatureSpace::FeatureSpace(const Objective& objective, std::size_t most_features, CholeskyOptions options,
                           Extent extent)
    : most_features_(most_features), aim_(std::min(small_enough, most_features)), options_(std::move(options)) {
  whole_ = objective.has_l1() ? extent == Extent::usual && objective.dimension() <= aim_
                              : objective.dimension() <= most_features;
  if (whole_) {
    working_set_.resize(objective.dimension());
    std::iota(working_set_.begin(), working_set_.end(), 0);
  }
}

bool FeatureSpace::wants_another_sweep(const Problem& problem, const Iterate& first) {
  if (whole_) return false;
  choose_working_set(problem.objective, first.point, gradient(problem, first).cwiseAbs());
  return true;
}

void FeatureSpace::choose_working_set(const Objective& objective, std::span<const double> point,
                                      const Eigen::VectorXd& pull) {
  working_set_.clear();
  std::vector<std::pair<double, std::int32_t>> candidates;
  for (std::size_t j = 0; j < point.size(); ++j) {
    const auto coordinate = static_cast<std::int32_t>(j);
    if (point[j] != 0 || objective.l1[j] == 0)
      working_set_.push_back(coordinate);
    else if (pull[coordinate] > nearly * objective.l1[j])
      candidates.emplace_back(-pull[coordinate] / objective.l1[j], coordinate);
  }
  if (working_set_.size() > most_features_) {  // H must stay small: the strongest pulls now, the others in their turn
    const auto last = working_set_.begin() + static_cast<std::ptrdiff_t>(most_features_);
    std::nth_element(working_set_.begin(), last, working_set_.end(),
                     [&](std::int32_t a, std::int32_t b) { return pull[a] != pull[b] ? pull[a] > pull[b] : a < b; });
    working_set_.erase(last, working_set_.end());
  }
  constexpr std::size_t some = 64;  // room for new features even when the support fills the set
  const std::size_t room = std::max(working_set_.size() + some, aim_) - working_set_.size();
  std::sort(candidates.begin(), candidates.end());
  if (candidates.size() > room) candidates.resize(room);
  for (const auto& [rank, coordinate] : candidates) working_set_.push_back(coordinate);
  std::sort(working_set_.begin(), working_set_.end());
}

/// While ε is large the step only says where to look next, and its exact support, far beyond the final one, would take
/// hundreds of factorisations. Later nothing but the minimum will do: only there does the dual of eq. 11 prove what it
/// could. With all coordinates in the model neither is worth a thought.
QuadraticEffort FeatureSpace::effort(double epsilon) const {
  if (whole_) return {};
  constexpr double large = 0.05;
  constexpr int lengths = 5;
  if (epsilon > large) return {.rounds = 2, .newton_steps = 5, .projections = lengths};
  return {.projections = lengths};
}

std::optional<Direction> FeatureSpace::find(const Problem& problem, const Iterate& at) {
  const Objective& objective = problem.objective;
  const auto& set = at.hessian_of;
  const auto size = static_cast<Eigen::Index>(set.size());
  const auto dimension = static_cast<Eigen::Index>(at.point.size());
  const Eigen::Map<const Eigen::VectorXd> w(at.point.data(), dimension), l1(objective.l1.data(), dimension),
      l2(objective.l2.data(), dimension);
  const Eigen::VectorXd g = gradient(problem, at);

  // Eq. 8 on the working set.
  Eigen::MatrixXd hessian = from_lower_triangle(at.sums.hessian, size, 1 / problem.total_weight());
  hessian.diagonal() += l2(set);

  Eigen::VectorXd to = w;
  to(set) = minimize_quadratic_l1(hessian, g(set), w(set), l1(set), options_, effort(at.epsilon));
  if (options_.keep_going && !options_.keep_going()) return std::nullopt;

  Direction direction;
  direction.to.assign(to.data(), to.data() + dimension);
  direction.decrease = linearized_decrease(objective, g, at.point, direction.to);
  if (!whole_) {
    // Either dual may show that a feature outside should move: a_ε alone looks away when it is nearly at its bounds.
    Eigen::VectorXd pull = g.cwiseAbs().cwiseMax(gradient(problem, at, carried_dual).cwiseAbs());
    std::vector<bool> inside(at.point.size(), false);
    for (const auto j : set) inside[static_cast<std::size_t>(j)] = true;
    std::size_t outside = 0;
    for (Eigen::Index j = 0; j < dimension; ++j)
      outside += !inside[static_cast<std::size_t>(j)] && pull[j] > l1[j] * (1 + 1e-6);
    direction.complete = outside == 0;
    if (outside > aim_) aim_ = std::min({2 * aim_, large, most_features_});
    choose_working_set(objective, direction.to, pull);
  }
  return direction;
}

}  // namespace smsvm
