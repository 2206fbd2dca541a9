#include "checkpoint/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace smsvm {
namespace {

/// The numbers of a Sums that every sweep finds.
constexpr std::size_t scalars = 10;

std::array<double, scalars> scalars_of(const Sums& sums) {
  return {sums.hinge,      sums.smoothed_before, sums.smoothed,   sums.smoothing_gap, sums.curvature,
          sums.dual[0][0], sums.dual[0][1],      sums.dual[1][0], sums.dual[1][1],    sums.hessian_rows};
}

void put(std::string& bytes, std::span<const double> numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

void take(std::string_view& bytes, std::span<double> numbers) {
  if (numbers.empty()) return;
  std::memcpy(numbers.data(), bytes.data(), numbers.size_bytes());
  bytes.remove_prefix(numbers.size_bytes());
}

}  // namespace

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::uint64_t question_of(const Query& query) {
  return Question()
      .add(query.point)
      .add(query.epsilon)
      .add(query.carry ? 1 : 0)
      .add(query.dual)
      .add(query.hessian)
      .add(query.least_curvature)
      .value();
}

std::string answer_of(std::span<const double> numbers) {
  std::string bytes;
  put(bytes, numbers);
  return bytes;
}

bool read_answer(std::string_view answer, std::span<double> numbers) {
  if (answer.size() != numbers.size_bytes()) return false;
  take(answer, numbers);
  return all_finite(numbers);
}

std::string answer_of(const Sums& sums, const Query& query) {
  const std::size_t size = query.hessian.size();
  std::string bytes;
  bytes.reserve(sizeof(double) * (scalars + 2 * sums.moment[0].size() + size * (size + 1) / 2));
  put(bytes, scalars_of(sums));
  for (const auto& of_class : sums.moment) put(bytes, of_class);
  for (std::size_t row = 0; row < size; ++row) put(bytes, std::span(sums.hessian).subspan(row * size, row + 1));
  return bytes;
}

bool read_answer(std::string_view answer, const Query& query, std::int64_t features, Sums& sums) {
  const std::size_t size = query.hessian.size();
  sums.reset(features, size);
  const std::size_t numbers = scalars + 2 * sums.moment[0].size() + size * (size + 1) / 2;
  if (answer.size() != sizeof(double) * numbers) return false;
  std::array<double, scalars> known{};
  take(answer, known);
  sums.hinge = known[0];
  sums.smoothed_before = known[1];
  sums.smoothed = known[2];
  sums.smoothing_gap = known[3];
  sums.curvature = known[4];
  sums.dual = {{{known[5], known[6]}, {known[7], known[8]}}};
  sums.hessian_rows = known[9];
  for (auto& of_class : sums.moment) take(answer, of_class);
  for (std::size_t row = 0; row < size; ++row) take(answer, std::span(sums.hessian).subspan(row * size, row + 1));
  return all_finite(known) && all_finite(sums.moment[0]) && all_finite(sums.moment[1]) && all_finite(sums.hessian);
}

}  // namespace smsvm
