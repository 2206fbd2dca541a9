#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "judge/exact.hpp"
#include "judge/problem.hpp"

namespace smsvm::judge {

/// Rows of one feature, all of weight 1, and a free intercept.
struct SmallProblem {
  SmallProblem(const std::vector<std::pair<int, std::string>>& signed_values, double l2, double l1) {
    for (const auto& [sign, value] : signed_values) {
      rows.push_back({{0, Number::from_decimal(value)}});
      problem.sign.push_back(static_cast<std::int8_t>(sign));
      problem.weight.emplace_back(1);
    }
    problem.rows = &rows;
    problem.feature = {{Number(l2), Number(l1)}};
    problem.has_intercept = true;
  }
  SmallProblem(const SmallProblem&) = delete;
  SmallProblem& operator=(const SmallProblem&) = delete;

  std::vector<ExactRow> rows;
  ExactProblem problem;
};

/// A drawn one, its first label against the others, without scales.
struct DrawnProblem {
  explicit DrawnProblem(const Problem& drawn) {
    for (const TextRow& row : drawn.rows) {
      ExactRow& exact = rows.emplace_back();
      for (const Cell& cell : row.cells) exact.push_back({cell.feature, Number::from_decimal(cell.text)});
      problem.sign.push_back(row.label == 0 ? 1 : -1);
    }
    problem.rows = &rows;
    const Number l2(drawn.penalty.l2), l1(drawn.penalty.l1);
    for (std::size_t i = 0; i < rows.size(); ++i)
      problem.weight.emplace_back(drawn.row_weight.empty() ? 1.0 : drawn.row_weight[i]);
    for (std::size_t j = 0; j < drawn.features; ++j) {
      const Number factor(drawn.factor.empty() ? 1.0 : drawn.factor[j]);
      problem.feature.push_back({l2 * factor, l1 * factor});
    }
    problem.has_intercept = drawn.penalty.intercept != Intercept::none;
    if (drawn.penalty.intercept == Intercept::penalized) problem.intercept = {l2, l1};
  }
  DrawnProblem(const DrawnProblem&) = delete;
  DrawnProblem& operator=(const DrawnProblem&) = delete;

  std::vector<ExactRow> rows;
  ExactProblem problem;
};

}  // namespace smsvm::judge
