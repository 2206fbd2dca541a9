#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/scale.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// A word of the command line and the value it stands for. Each list is spelled once: parsing, help, models and JSON
/// all walk it.
template <class Value>
struct Choice {
  const char* word;
  Value value;
};

inline constexpr std::array intercepts = {Choice{"free", Intercept::free}, Choice{"penalized", Intercept::penalized},
                                          Choice{"none", Intercept::none}};
inline constexpr std::array scales = {Choice{"none", Scale::none}, Choice{"minmax", Scale::minmax},
                                      Choice{"standard", Scale::standard}};
inline constexpr std::array precisions = {Choice{"auto", Precision::automatic}, Choice{"float", Precision::float32},
                                          Choice{"double", Precision::float64}};
inline constexpr std::array solvers = {Choice{"primal-dual", Solver::primal_dual},
                                       Choice{"newton", Solver::newton},
                                       Choice{"bfgs", Solver::bfgs},
                                       Choice{"sgd", Solver::sgd},
                                       Choice{"minibatch-sgd", Solver::minibatch_sgd},
                                       Choice{"cg", Solver::cg}};

template <class Choices, class Value>
std::string word_for(const Choices& choices, Value value) {
  return std::ranges::find(choices, value, [](const auto& choice) { return choice.value; })->word;
}

}  // namespace smsvm
