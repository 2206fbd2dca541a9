#pragma once

#include <memory>
#include <string>
#include <vector>

#include "smsvm/estimate.hpp"

namespace smsvm::test {

/// Rows around the centre of their class, which overlap; the same for the same number.
struct SmallData {
  SmallData(std::size_t rows, const std::vector<std::string>& classes);

  std::vector<std::vector<double>> table;
  std::vector<std::string> label;

  Dataset data() const;
  std::shared_ptr<const Dataset> shared() const { return std::make_shared<Dataset>(data()); }
  /// Without the rows of weight 0.
  SmallData without(const std::vector<double>& weight) const;
};

/// 0, 1 and 2 in turn.
std::vector<double> some_weights(std::size_t rows);

/// Throws an Error whose message has this in it.
void expect_complaint(const std::string& about, const std::shared_ptr<const Dataset>& data,
                      const TrainingOptions& options);

}  // namespace smsvm::test
