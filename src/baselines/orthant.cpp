#include "baselines/orthant.hpp"

#include <cmath>

namespace smsvm {

Eigen::VectorXd pseudo_gradient(const Objective& objective, std::span<const double> point,
                                const Eigen::VectorXd& gradient) {
  Eigen::VectorXd slope = gradient;
  for (std::size_t k = 0; k < point.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(k);
    const double l1 = objective.l1[k];
    if (point[k] != 0)
      slope[j] += std::copysign(l1, point[k]);
    else if (std::abs(gradient[j]) > l1)
      slope[j] -= std::copysign(l1, gradient[j]);
    else
      slope[j] = 0;
  }
  return slope;
}

Eigen::VectorXd free_coordinates(const Objective& objective, std::span<const double> point,
                                 const Eigen::VectorXd& slope) {
  Eigen::VectorXd free = Eigen::VectorXd::Ones(slope.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(k);
    if (objective.l1[k] > 0 && point[k] == 0 && slope[j] == 0) free[j] = 0;
  }
  return free;
}

void keep_to_orthant(const Objective& objective, std::span<const double> point, const Eigen::VectorXd& slope,
                     Eigen::VectorXd& direction) {
  for (std::size_t k = 0; k < point.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(k);
    if (objective.l1[k] > 0 && point[k] == 0 && !(direction[j] * slope[j] < 0)) direction[j] = 0;
  }
}

void align(const Eigen::VectorXd& slope, Eigen::VectorXd& direction) {
  for (Eigen::Index j = 0; j < direction.size(); ++j)
    if (!(direction[j] * slope[j] < 0)) direction[j] = 0;
}

std::vector<double> projected(const Objective& objective, std::span<const double> point,
                              const Eigen::VectorXd& direction) {
  std::vector<double> to(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    const double moved = point[k] + direction[static_cast<Eigen::Index>(k)];
    const bool passes = (point[k] > 0 && moved < 0) || (point[k] < 0 && moved > 0);
    to[k] = objective.l1[k] > 0 && passes ? 0.0 : moved;
  }
  return to;
}

}  // namespace smsvm
