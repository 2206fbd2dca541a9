#include "solver/step/row_gram.hpp"

#include <gtest/gtest.h>

#include "rows/make_pass.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

struct Gram {
  explicit Gram(std::size_t capacity)
      : random(1),
        instance(test::random_instance(random, 12, 20)),
        data(instance.data()),
        pass(test::make_pass(data, {instance.target()}, false, 1, 1, {})) {
    for (std::size_t j = 0; j < instance.features(); ++j) inverse.push_back(test::uniform(random, 0.5, 2));
    gram.emplace(inverse, constant, capacity);
  }

  double expected(std::int64_t i, std::int64_t k) const {
    double sum = constant;
    for (std::size_t j = 0; j < inverse.size(); ++j)
      sum += instance.rows[static_cast<std::size_t>(i)][j] * inverse[j] * instance.rows[static_cast<std::size_t>(k)][j];
    return sum;
  }

  /// Returns the rows read, having compared every entry.
  std::int64_t include(std::vector<std::int64_t> rows) {
    const auto read = gram->include(*pass, rows);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t i = 0; i <= k; ++i)
        EXPECT_NEAR(gram->entries(rows[k])[gram->place_of(rows[i])], expected(rows[k], rows[i]), 1e-12);
    }
    const Eigen::VectorXd products = gram->products(instance.rows[5], constant);
    for (const std::int64_t row : rows)
      EXPECT_NEAR(products[static_cast<Eigen::Index>(gram->place_of(row))], expected(row, 5), 1e-12);
    return read;
  }

  std::mt19937_64 random;
  Instance instance;
  Dataset data;
  std::unique_ptr<Pass> pass;
  std::vector<double> inverse;
  double constant = 0.7;
  std::optional<RowGram> gram;
};

TEST(RowGram, ReadsEveryRowOnce) {
  Gram gram(12);
  EXPECT_EQ(gram.include({3, 1, 7}), 3);
  EXPECT_EQ(gram.include({7, 2, 3}), 1);
  EXPECT_EQ(gram.include({1, 2, 3, 7}), 0);
  EXPECT_EQ(gram.include({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), 8);
}

TEST(RowGram, ForgetsRowsBeyondItsCapacity) {
  Gram gram(4);
  EXPECT_EQ(gram.include({3, 1, 7}), 3);
  EXPECT_EQ(gram.include({8, 9, 7}), 3);
  EXPECT_EQ(gram.include({7, 8}), 0);
  EXPECT_EQ(gram.include({0, 1, 2, 3, 4, 5}), 6);
}

TEST(RowGram, OfNothing) {
  Gram gram(4);
  EXPECT_EQ(gram.include({}), 0);
}

}  // namespace
}  // namespace smsvm
