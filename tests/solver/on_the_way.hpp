#pragma once

#include <memory>
#include <numeric>
#include <random>

#include "rows/make_pass.hpp"
#include "solver/problem.hpp"
#include "solver/problems.hpp"

namespace smsvm::test {

/// A sweep at a point on the way, so that the duals are not those of the first step.
struct OnTheWay {
  OnTheWay(const Instance& instance, std::mt19937_64& random)
      : data(instance.data()),
        target(instance.target()),
        objective(instance.objective()),
        pass(test::make_pass(data, {target}, objective.has_intercept, 1, 1, {})),
        rounding(rounding_of(instance)),
        problem{*pass, objective, rounding} {
    at.hessian_of.resize(objective.dimension());
    std::iota(at.hessian_of.begin(), at.hessian_of.end(), 0);
    for (const bool carry : {false, true}) {
      at.point = random_point(random, objective.dimension(), 0.2);
      at.epsilon = carry ? 0.3 : 0.6;
      const Query query{0, at.point, at.epsilon, carried_if(carry), at.hessian_of};
      pass->evaluate({&query, 1}, {&at.sums, 1});
      pass->accept(0);
    }
  }

  Dataset data;
  Target target;
  Objective objective;
  std::unique_ptr<Pass> pass;
  Rounding rounding;
  Problem problem;
  Iterate at;
};

inline Instance wide_instance(std::mt19937_64& random, Intercept intercept) {
  Instance instance = random_instance(random, 3 + random() % 8, 12 + random() % 20);
  instance.penalty.l2 = 1e-3;  // so small that every row matters
  instance.penalty.intercept = intercept;
  for (std::size_t j = 0; j < instance.features(); ++j) instance.penalty.factor.push_back(uniform(random, 0.5, 2));
  if (random() % 2 == 0) {
    for (std::size_t i = 0; i < instance.rows.size(); ++i) instance.weight.push_back(uniform(random, 0.5, 2));
  }
  return instance;
}

}  // namespace smsvm::test
