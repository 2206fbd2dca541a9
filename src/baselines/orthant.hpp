#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "smsvm/objective.hpp"

namespace smsvm {

// Descent where μ_j |w_j| has kinks: within one orthant the objective is smooth (the idea of Andrew and Gao's OWL-QN,
// 2007). A coordinate with μ_j = 0, such as a free intercept, has no kink, and nothing here constrains it.

/// The subgradient of smallest norm, whose negative descends most steeply. Zero where w_j = 0 should stay.
Eigen::VectorXd pseudo_gradient(const Objective& objective, std::span<const double> point,
                                const Eigen::VectorXd& gradient);

/// 1 for the coordinates that may move, 0 for those at a kink that holds them.
Eigen::VectorXd free_coordinates(const Objective& objective, std::span<const double> point,
                                 const Eigen::VectorXd& slope);

/// Zeroes the components of `direction` by which a coordinate at its kink would set off uphill.
void keep_to_orthant(const Objective& objective, std::span<const double> point, const Eigen::VectorXd& slope,
                     Eigen::VectorXd& direction);

/// Zeroes every component that by itself goes uphill.
void align(const Eigen::VectorXd& slope, Eigen::VectorXd& direction);

/// point + direction, with the coordinates that would pass their kink set to zero.
std::vector<double> projected(const Objective& objective, std::span<const double> point,
                              const Eigen::VectorXd& direction);

}  // namespace smsvm
