#include <numeric>

#include "smsvm/solver.hpp"

namespace smsvm {

Target Target::one_against_rest(const Dataset& data, std::int32_t positive) {
  Target target;
  target.sign.reserve(data.labels.of_row.size());
  for (const std::int32_t label : data.labels.of_row) target.sign.push_back(label == positive ? 1 : -1);
  return target;
}

double Target::total_weight() const {
  return weight.empty() ? static_cast<double>(sign.size()) : std::accumulate(weight.begin(), weight.end(), 0.0);
}

}  // namespace smsvm
