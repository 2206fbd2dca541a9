#include "smsvm/row_weights.hpp"

#include <algorithm>
#include <numeric>

namespace smsvm {

std::vector<ClassWeight> balanced_weights(const Labels& labels, const std::vector<double>& row_weight) {
  std::vector<double> of_class(labels.distinct.size(), 0.0);
  for (std::size_t i = 0; i < labels.of_row.size(); ++i)
    of_class[static_cast<std::size_t>(labels.of_row[i])] += row_weight.empty() ? 1 : row_weight[i];
  const double total = std::accumulate(of_class.begin(), of_class.end(), 0.0);
  const auto present = static_cast<double>(std::ranges::count_if(of_class, [](double sum) { return sum > 0; }));
  std::vector<ClassWeight> weights;
  for (std::size_t k = 0; k < of_class.size(); ++k)
    weights.push_back({labels.distinct[k], of_class[k] > 0 ? total / (present * of_class[k]) : 1});
  return weights;
}

std::vector<double> times_class_weights(std::vector<double> row_weight, const Labels& labels,
                                        const std::vector<ClassWeight>& class_weights) {
  std::vector<double> of_class(labels.distinct.size(), 1.0);
  for (const ClassWeight& given : class_weights) {
    const auto at = std::ranges::find(labels.distinct, given.label);
    if (at != labels.distinct.end()) of_class[static_cast<std::size_t>(at - labels.distinct.begin())] = given.weight;
  }
  if (row_weight.empty()) row_weight.assign(labels.of_row.size(), 1.0);
  for (std::size_t i = 0; i < row_weight.size(); ++i)
    row_weight[i] *= of_class[static_cast<std::size_t>(labels.of_row[i])];
  return row_weight;
}

}  // namespace smsvm
