#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/model.hpp"

namespace smsvm {

/// Features whose weights the model stores.
inline std::size_t stored_features(const Model& model) {
  return model.feature_ids.empty() ? static_cast<std::size_t>(model.features) : model.feature_ids.size();
}

/// 1-based number of a stored feature.
inline std::int64_t feature_id(const Model& model, std::size_t stored) {
  return model.feature_ids.empty() ? static_cast<std::int64_t>(stored) + 1 : model.feature_ids[stored];
}

/// Whether all weights of a stored feature are zero.
inline bool is_zero(const Model& model, std::size_t stored) {
  const auto row = model.weights.begin() + static_cast<std::ptrdiff_t>(stored * model.columns());
  return std::all_of(row, row + static_cast<std::ptrdiff_t>(model.columns()),
                     [](double weight) { return weight == 0; });
}

/// What the line "label" of a model file says, which LIBLINEAR reads as ints: the labels where all of them are such
/// numbers, else 1, 2, ….
std::vector<int> labels_for_liblinear(const std::vector<Label>& labels);

/// Throws std::invalid_argument if the parts of a model made in memory do not fit together.
void check_shape(const Model& model);

/// For every stored column of the data, where the model stores the feature of the same number; −1 where it does not.
std::vector<std::int64_t> match_features(const Model& model, const Dataset& data);

/// Whether both have names, and no name stands for two features.
bool have_names(const Model& model, const Dataset& data);
/// The same by their names. Throws Error{bad_data} if the data have no column for a feature of the model.
std::vector<std::int64_t> match_names(const Model& model, const Dataset& data);

}  // namespace smsvm
