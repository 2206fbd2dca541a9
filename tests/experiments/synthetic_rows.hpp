#pragma once

#include <array>

#include "experiments/labelled_rows.hpp"
#include "smsvm/synthetic.hpp"

namespace smsvm::experiments {

/// A small problem with classes that overlap.
inline LabelledRows synthetic_rows(std::int64_t rows, std::int64_t features) {
  SyntheticOptions options;
  options.rows = rows;
  options.features = features;
  options.separation = 0.3;
  return labelled(make_synthetic(options));
}

/// Rows of each class: negative, positive.
inline std::array<std::vector<std::int64_t>, 2> rows_by_class(const LabelledRows& rows) {
  std::array<std::vector<std::int64_t>, 2> classes;
  for (std::int64_t i = 0; i < rows.size(); ++i)
    classes[rows.target.sign[static_cast<std::size_t>(i)] > 0 ? 1 : 0].push_back(i);
  return classes;
}

}  // namespace smsvm::experiments
