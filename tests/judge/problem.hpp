#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/path.hpp"
#include "smsvm/scale.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::judge {

/// A number of a row, as the file spells it.
struct Cell {
  std::size_t feature = 0;  ///< from 0
  std::string text;
};

struct TextRow {
  std::size_t label = 0;  ///< index into Problem::labels
  std::vector<Cell> cells;
};

enum class Task {
  one_class,  ///< the first label against the others: smsvm::train
  all_classes,
  path,  ///< the first label against the others: smsvm::fit_paths
};

/// All that a user would hand over: a text, and what is asked about it.
struct Problem {
  std::string family;
  std::uint64_t number = 0;
  std::vector<std::string> labels;
  std::vector<TextRow> rows;
  std::size_t features = 0;
  std::vector<double> row_weight;  ///< empty: all 1
  std::vector<double> factor;      ///< of each feature; empty: all 1
  Penalty penalty;                 ///< without factors and scales, which depend on what is stored
  Scale scale = Scale::none;
  Precision precision = Precision::float32;
  SolverOptions solver;
  Task task = Task::one_class;
  PathOptions path;

  std::string text() const;  ///< as libsvm has it
  std::size_t values() const;
  /// Whether a value that is not zero lies beyond 1e±15, or row weights differ by more than that factor: a stall is no
  /// surprise there.
  bool has_extreme_values() const;
};

}  // namespace smsvm::judge
