#include "pass/sums_message.hpp"

#include <cmath>

namespace smsvm {

void write(Message& to, const Sums& sums) {
  const auto size = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(sums.hessian.size()))));
  to.reserve(sizeof(double) * (10 + 2 * sums.moment[0].size() + size * (size + 1) / 2) + 3 * sizeof(std::size_t));
  for (const double number : {sums.hinge, sums.smoothed_before, sums.smoothed, sums.smoothing_gap, sums.curvature,
                              sums.hessian_rows})
    to.add(number);
  for (const auto& of_class : sums.dual) to.add_plain(of_class.data(), of_class.size());
  for (const auto& of_class : sums.moment) to.add_all(of_class);
  to.add(size);
  for (std::size_t row = 0; row < size; ++row) to.add_plain(&sums.hessian[row * size], row + 1);
}

void read(MessageReader& from, Sums& sums) {
  for (double* number : {&sums.hinge, &sums.smoothed_before, &sums.smoothed, &sums.smoothing_gap, &sums.curvature,
                         &sums.hessian_rows})
    *number = from.take<double>();
  for (auto& of_class : sums.dual) from.take_plain(of_class.data(), of_class.size());
  for (auto& of_class : sums.moment) of_class = from.take_all<double>();
  const auto size = from.take<std::size_t>();
  sums.hessian.resize(size * size);
  for (std::size_t row = 0; row < size; ++row) from.take_plain(&sums.hessian[row * size], row + 1);
}

}  // namespace smsvm
