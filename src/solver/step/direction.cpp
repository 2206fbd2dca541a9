#include "solver/step/direction.hpp"

#include <cmath>

namespace smsvm {

double linearized_decrease(const Objective& objective, const Eigen::VectorXd& g, std::span<const double> at,
                           std::span<const double> to) {
  double sum = 0;
  for (std::size_t j = 0; j < at.size(); ++j)
    sum -= g[static_cast<Eigen::Index>(j)] * (to[j] - at[j]) + objective.l1[j] * (std::abs(to[j]) - std::abs(at[j]));
  return sum;
}

}  // namespace smsvm
