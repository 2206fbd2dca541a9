#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm::cli {

/// Which problems are to be solved, and what the model calls the classes.
struct TrainingClasses {
  std::vector<std::int32_t> positive;  ///< of each problem: whose rows are +1, an index into Labels::distinct
  std::vector<Label> labels;           ///< of the model: both sides of a single problem, else that of each problem

  bool several() const { return positive.size() > 1; }
};

/// Two classes, or a label asked for, are one problem: positive is the label asked for, else positive_of_two(). More
/// classes are one problem each, in sorted order, against all the others. Throws an Error for a single class.
/// `source` is for the message.
TrainingClasses choose_classes(const Labels& labels, const std::optional<std::string>& positive,
                               const std::string& source);

}  // namespace smsvm::cli
