#include "rows/sums.hpp"

#include <cmath>

namespace smsvm {
namespace {

void add_to(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

void Sums::reset(std::int64_t features, std::size_t hessian_size) {
  for (double* const number : scalars(*this)) *number = 0;
  for (auto& of_class : moment) of_class.assign(2 * static_cast<std::size_t>(features), 0);
  hessian.assign(hessian_size * hessian_size, 0);
  numbers.clear();
}

void Sums::reset_numbers(std::size_t count) {
  reset(0, 0);
  numbers.assign(count, 0);
}

void Sums::add(const Sums& other) {
  const auto to = scalars(*this);
  const auto from = scalars(other);
  for (std::size_t k = 0; k < to.size(); ++k) *to[k] += *from[k];
  for (const RowClass c : {negative_rows, positive_rows}) add_to(moment[c], other.moment[c]);
  add_to(hessian, other.hessian);
  add_to(numbers, other.numbers);
}

void write(Message& to, const Sums& sums) {
  const auto size = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(sums.hessian.size()))));
  const auto scalars = Sums::scalars(sums);
  to.reserve(sizeof(double) *
             (scalars.size() + 4 + 2 * sums.moment[0].size() + size * (size + 1) / 2 + sums.numbers.size()));
  for (const double* const number : scalars) to.add(*number);
  for (const auto& of_class : sums.moment) to.add_all(of_class);
  to.add_all(sums.numbers);
  to.add(size);
  for (std::size_t row = 0; row < size; ++row) to.add_plain(&sums.hessian[row * size], row + 1);
}

void read(MessageReader& from, Sums& sums) {
  for (double* const number : Sums::scalars(sums)) *number = from.take<double>();
  for (auto& of_class : sums.moment) of_class = from.take_all<double>();
  sums.numbers = from.take_all<double>();
  const auto size = from.take_count(sizeof(double));
  from.expect_bytes(size * (size + 1) / 2 * sizeof(double));
  sums.hessian.assign(size * size, 0);
  for (std::size_t row = 0; row < size; ++row) from.take_plain(&sums.hessian[row * size], row + 1);
}

}  // namespace smsvm
