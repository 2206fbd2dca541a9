#pragma once

#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

/// By what features are divided before they are penalised. Nothing is ever shifted: zeros stay zeros, and a free
/// intercept takes up a shift anyway.
enum class Scale {
  none,
  minmax,    ///< greatest − least value of the feature, zeros included
  standard,  ///< its standard deviation around the mean, zeros included
};

/// For Penalty::scale; 1 for a feature that is constant, empty for Scale::none. Rows count by their weight (empty: all
/// 1), those of weight 0 not at all.
SMSVM_API std::vector<double> feature_scale(const Dataset& data, Scale scale,
                                            const std::vector<double>& row_weight = {});

}  // namespace smsvm
