#include "baselines/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/step/spd_factor.hpp"

namespace smsvm {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

/// H of eq. 8 (errata: a mean over the n rows) on the coordinates `active`, which are among those that the sweep added
/// up.
Eigen::MatrixXd hessian_block(const Problem& problem, const Iterate& at, const std::vector<std::int32_t>& active) {
  std::vector<Index> place(active.size());
  for (std::size_t k = 0; k < active.size(); ++k)
    place[k] = std::lower_bound(at.hessian_of.begin(), at.hessian_of.end(), active[k]) - at.hessian_of.begin();
  const auto stride = static_cast<Index>(at.hessian_of.size());
  const auto size = static_cast<Index>(active.size());
  Eigen::MatrixXd block(size, size);
  for (Index i = 0; i < size; ++i) {
    const double* const row = at.sums.hessian.data() + place[static_cast<std::size_t>(i)] * stride;
    for (Index k = 0; k <= i; ++k)
      block(i, k) = block(k, i) = row[place[static_cast<std::size_t>(k)]] / problem.total_weight();
    block(i, i) += problem.objective.l2[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])];
  }
  return block;
}

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

// Errata, Algorithm 1, line 3: J begins empty, since there is no g yet; I is everything, as the text recommends.
ActiveSet::ActiveSet(const Objective& objective, std::size_t most) : objective_(objective), most_(most) {
  constexpr std::size_t small_enough = 1024;
  whole_ = objective.dimension() <= std::min(small_enough, most);
  inactive_.resize(objective.dimension());
  for (std::size_t j = 0; j < inactive_.size(); ++j) inactive_[j] = objective.l1[j] > 0;
  want_active();
}

void ActiveSet::want_active() {
  if (whole_) {
    wanted_.resize(inactive_.size());
    std::iota(wanted_.begin(), wanted_.end(), 0);
  } else {
    wanted_ = active();
  }
}

std::vector<std::int32_t> ActiveSet::active() const {
  std::vector<std::int32_t> list;
  for (std::size_t j = 0; j < inactive_.size(); ++j)
    if (!inactive_[j]) list.push_back(static_cast<std::int32_t>(j));
  return list;
}

ActiveStep ActiveSet::newton_step(const Problem& problem, const Iterate& at) {
  const VectorXd g = gradient(problem, at);
  const auto dimension = static_cast<std::size_t>(g.size());
  const auto& w = at.point;
  const auto& mu = objective_.l1;
  // J is found afresh at each step (errata: "J between steps"): an active zero either belongs to it or back to I.
  for (std::size_t j = 0; j < dimension; ++j)
    if (w[j] == 0 && mu[j] > 0 && std::abs(g[static_cast<Index>(j)]) <= mu[j]) inactive_[j] = true;

  std::vector<std::int32_t> moving = active();
  ActiveStep step;
  for (;;) {
    const auto size = static_cast<Index>(moving.size());
    VectorXd slope(size);  // g̃: of the objective, on the side to which a zero will move (errata: minus, not plus)
    for (Index k = 0; k < size; ++k) {
      const auto j = static_cast<std::size_t>(moving[static_cast<std::size_t>(k)]);
      const double pull = g[static_cast<Index>(j)];
      slope[k] = pull + mu[j] * (w[j] != 0 ? sign(w[j]) : -sign(pull));
    }
    const Eigen::MatrixXd hessian = hessian_block(problem, at, moving);
    const VectorXd d = -solve_spd(hessian, slope);

    step = {};
    step.direction = VectorXd::Zero(g.size());
    for (Index k = 0; k < size; ++k) step.direction[moving[static_cast<std::size_t>(k)]] = d[k];
    step.decrease = std::abs(d.dot(slope));
    step.linear = g.dot(step.direction);
    step.half_curvature = 0.5 * d.dot(hessian * d);
    step.slope = step.linear;
    for (std::size_t j = 0; j < dimension; ++j) {
      const double move = step.direction[static_cast<Index>(j)];
      step.slope += mu[j] * (w[j] != 0 ? sign(w[j]) * move : std::abs(move));
    }
    // Zeros that would move along their pull instead of against it are to stay (errata: "Newton step"). Not only where
    // d fails to descend, as section 7 asks: else they become tiny weights on the wrong side, which leave again one per
    // step, and on wide data the method jams.
    const auto wrong_way = [&](std::int32_t j) {
      const auto k = static_cast<std::size_t>(j);
      return mu[k] > 0 && w[k] == 0 && step.direction[j] * g[j] > 0;
    };
    if (std::erase_if(moving, wrong_way) == 0 || moving.empty()) return step;
  }
}

// Errata, Algorithm 3: it acts if J' is not empty, whatever J was.
ActiveSet::Activation ActiveSet::activate(const Problem& problem, const Iterate& at) {
  const VectorXd g = gradient(problem, at);
  std::vector<std::int32_t> entering;
  std::size_t count = 0;
  for (std::size_t j = 0; j < inactive_.size(); ++j) {
    if (!inactive_[j])
      ++count;
    else if (std::abs(g[static_cast<Index>(j)]) > objective_.l1[j])
      entering.push_back(static_cast<std::int32_t>(j));
  }
  const std::size_t room = count < most_ ? most_ - count : 0;
  const bool complete = entering.size() <= room;
  if (!complete) {  // the strongest pulls only; the caller is told
    std::nth_element(entering.begin(), entering.begin() + static_cast<std::ptrdiff_t>(room), entering.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       const double pull_a = std::abs(g[a]), pull_b = std::abs(g[b]);
                       return pull_a != pull_b ? pull_a > pull_b : a < b;
                     });
    entering.resize(room);
  }
  for (const auto j : entering) inactive_[static_cast<std::size_t>(j)] = false;
  if (!entering.empty()) want_active();
  return {!entering.empty(), whole_, complete};
}

void ActiveSet::deactivate(std::size_t coordinate) { inactive_[coordinate] = true; }

}  // namespace smsvm
