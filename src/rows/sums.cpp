#include "rows/sums.hpp"

#include <cmath>

namespace smsvm {
namespace {

void add_to(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

/// Calls visit(number) for each sum that is a number by itself.
template <class Some, class Visit>
void for_each_scalar(Some& sums, const Visit& visit) {
  for (auto* number :
       {&sums.hinge, &sums.smoothed_before, &sums.smoothed, &sums.smoothing_gap, &sums.curvature, &sums.hessian_rows})
    visit(*number);
  for (auto& of_class : sums.dual)
    for (auto& of_kind : of_class) visit(of_kind);
}

}  // namespace

void Sums::reset(std::int64_t features, std::size_t hessian_size) {
  for_each_scalar(*this, [](double& number) { number = 0; });
  for (auto& of_class : moment) of_class.assign(2 * static_cast<std::size_t>(features), 0);
  hessian.assign(hessian_size * hessian_size, 0);
  numbers.clear();
}

void Sums::reset_numbers(std::size_t count) {
  reset(0, 0);
  numbers.assign(count, 0);
}

void Sums::add(const Sums& other) {
  hinge += other.hinge;
  smoothed_before += other.smoothed_before;
  smoothed += other.smoothed;
  smoothing_gap += other.smoothing_gap;
  curvature += other.curvature;
  hessian_rows += other.hessian_rows;
  for (const RowClass c : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual}) dual[c][kind] += other.dual[c][kind];
    add_to(moment[c], other.moment[c]);
  }
  add_to(hessian, other.hessian);
  add_to(numbers, other.numbers);
}

void write(Message& to, const Sums& sums) {
  const auto size = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(sums.hessian.size()))));
  to.reserve(sizeof(double) * (14 + 2 * sums.moment[0].size() + size * (size + 1) / 2 + sums.numbers.size()));
  for_each_scalar(sums, [&](double number) { to.add(number); });
  for (const auto& of_class : sums.moment) to.add_all(of_class);
  to.add_all(sums.numbers);
  to.add(size);
  for (std::size_t row = 0; row < size; ++row) to.add_plain(&sums.hessian[row * size], row + 1);
}

void read(MessageReader& from, Sums& sums) {
  for_each_scalar(sums, [&](double& number) { number = from.take<double>(); });
  for (auto& of_class : sums.moment) of_class = from.take_all<double>();
  sums.numbers = from.take_all<double>();
  const auto size = from.take_count(sizeof(double));
  from.expect_bytes(size * (size + 1) / 2 * sizeof(double));
  sums.hessian.assign(size * size, 0);
  for (std::size_t row = 0; row < size; ++row) from.take_plain(&sums.hessian[row * size], row + 1);
}

}  // namespace smsvm
