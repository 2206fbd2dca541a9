#pragma once

#include <cstdint>
#include <vector>

namespace smsvm::test {

/// Row-major, with room to spare at the end of each row: what is written there shows.
struct Matrix {
  Matrix(std::int64_t rows, std::int64_t columns, double value = 0);
  double& operator()(std::int64_t i, std::int64_t j) { return numbers[static_cast<std::size_t>(i * leading + j)]; }
  double operator()(std::int64_t i, std::int64_t j) const { return numbers[static_cast<std::size_t>(i * leading + j)]; }
  bool operator==(const Matrix& other) const = default;  ///< the bits of numbers, none of which is a NaN or −0

  std::int64_t rows, columns, leading;
  std::vector<double> numbers;
};

Matrix random_matrix(std::int64_t rows, std::int64_t columns, std::uint64_t seed);

/// 1 … 40, and a few that are larger than one block of the kernels.
const std::vector<std::int64_t>& odd_sizes();

}  // namespace smsvm::test
