#include "kernels/matrices.hpp"

#include <numeric>
#include <random>

namespace smsvm::test {

Matrix::Matrix(std::int64_t row_count, std::int64_t column_count, double value)
    : rows(row_count),
      columns(column_count),
      leading(column_count + 3),
      numbers(static_cast<std::size_t>(rows * leading), value) {}

Matrix random_matrix(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix matrix(rows, columns);
  for (double& number : matrix.numbers) number = normal(random);
  return matrix;
}

const std::vector<std::int64_t>& odd_sizes() {
  static const std::vector<std::int64_t> sizes = [] {
    std::vector<std::int64_t> all(40);
    std::iota(all.begin(), all.end(), 1);
    all.insert(all.end(), {54, 129, 300});
    return all;
  }();
  return sizes;
}

}  // namespace smsvm::test
