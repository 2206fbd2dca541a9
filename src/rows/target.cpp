#include <numeric>

#include "rows/signs.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

Target Target::one_against_rest(const Dataset& data, std::int32_t positive) {
  return {signs_of(data.all_labels(), positive), {}};
}

double Target::total_weight(std::int64_t rows) const {
  return weight.empty() ? static_cast<double>(rows) : std::accumulate(weight.begin(), weight.end(), 0.0);
}

}  // namespace smsvm
