#include "baselines/limited_memory.hpp"

#include <utility>
#include <vector>

namespace smsvm {
namespace {

/// BFGS stays positive definite only where y's > 0. For a convex function it is, but for rounding.
bool curved(double inner, double step_norm, double change_norm) {
  constexpr double rounding = 1e-12;
  return inner > rounding * step_norm * change_norm;
}

}  // namespace

bool LimitedMemory::learn(Eigen::VectorXd step, Eigen::VectorXd change) {
  if (!curved(step.dot(change), step.norm(), change.norm())) return false;
  if (pairs_.size() == most_pairs_) pairs_.pop_front();
  pairs_.push_back({std::move(step), std::move(change)});
  return true;
}

Eigen::VectorXd LimitedMemory::apply(const Eigen::VectorXd& v, const Eigen::VectorXd& free) const {
  struct Restricted {
    Eigen::VectorXd step, change;
    double inner = 0;
    double share = 0;
  };
  std::vector<Restricted> pairs;
  pairs.reserve(pairs_.size());
  for (const Pair& pair : pairs_) {
    Restricted restricted{pair.step.cwiseProduct(free), pair.change.cwiseProduct(free)};
    restricted.inner = restricted.step.dot(restricted.change);
    if (curved(restricted.inner, restricted.step.norm(), restricted.change.norm()))
      pairs.push_back(std::move(restricted));
  }

  Eigen::VectorXd result = v.cwiseProduct(free);
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
    pair->share = pair->step.dot(result) / pair->inner;
    result -= pair->share * pair->change;
  }
  if (!pairs.empty()) result *= pairs.back().inner / pairs.back().change.squaredNorm();
  for (const Restricted& pair : pairs) result += (pair.share - pair.change.dot(result) / pair.inner) * pair.step;
  return result;
}

}  // namespace smsvm
