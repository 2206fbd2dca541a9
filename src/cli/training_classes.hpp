#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "smsvm/dataset.hpp"

namespace smsvm::cli {

/// Which rows are +1, and what the model calls the two sides.
struct TrainingClasses {
  std::int32_t positive = 0;  ///< index into Labels::distinct
  Label positive_label;
  Label negative_label;
};

/// The label asked for; else +1 if the labels are ±1; else the first seen. Throws an Error for one class, and for more
/// than two unless one was asked for. `source` is for the message.
TrainingClasses choose_classes(const Labels& labels, const std::optional<std::string>& positive,
                               const std::string& source);

}  // namespace smsvm::cli
