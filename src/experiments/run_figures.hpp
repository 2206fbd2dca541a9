#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/method.hpp"
#include "experiments/run.hpp"
#include "experiments/summary.hpp"
#include "report/document.hpp"

/// What the studies have in common: figures of many runs, and a row or a curve per method.
namespace smsvm::experiments {

/// A figure (a member of Run, or a function of it) of those runs that are wanted and have it, in their order.
template <class Wanted, class Figure>
std::vector<double> figures_of(std::span<const Run> runs, const Wanted& wanted, const Figure& figure) {
  std::vector<double> list;
  for (const Run& run : runs) {
    if (!wanted(run)) continue;
    const std::optional<double> value = std::invoke(figure, run);
    if (value) list.push_back(*value);
  }
  return list;
}

/// One row per method and one column per place; `cell` takes both.
template <class Place, class Heading, class Cell>
report::Table method_table(std::string corner, const std::vector<Method>& methods, const std::vector<Place>& places,
                           const Heading& heading, const Cell& cell) {
  report::Table table;
  table.header = {std::move(corner)};
  for (const Place& place : places) table.header.push_back(heading(place));
  for (const Method& method : methods) {
    std::vector<report::Cell> row{std::string(method.name)};
    for (const Place& place : places) row.push_back(cell(method, place));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// One curve per method; `point` takes a method and a place, and may have nothing to show there.
template <class Place, class PointOf>
std::vector<report::Series> method_series(const std::vector<Method>& methods, const std::vector<Place>& places,
                                          const PointOf& point) {
  std::vector<report::Series> list;
  for (const Method& method : methods) {
    report::Series series{std::string(method.name), {}};
    for (const Place& place : places)
      if (const std::optional<report::Point> at = point(method, place)) series.points.push_back(*at);
    list.push_back(std::move(series));
  }
  return list;
}

/// The limits on passes that hold where a study sets none of its own.
inline std::string pass_limits_text() {
  const auto limit = [](Solver solver) {
    return passes_text(options_of(Method{"", solver, PenaltyKind::l2}).pass_limit());
  };
  return fmt::format("{} passes for SGD, {} for CG, {} for SmSVM, {} for BFGS, {} for primal-dual", limit(Solver::sgd),
                     limit(Solver::cg), limit(Solver::newton), limit(Solver::bfgs), limit(Solver::primal_dual));
}

}  // namespace smsvm::experiments
