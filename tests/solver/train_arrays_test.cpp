#include <gtest/gtest.h>

#include <cmath>

#include "solver/problems.hpp"
#include "solver/step/choose_space.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

struct Shape {
  const char* name;
  std::size_t rows, features;
  double l2, l1;
  bool is_dense = false;
};
constexpr Shape over_features{"over the features", 3000, 20, 1e-3, 0};
constexpr Shape over_features_l1{"over the features, l1", 3000, 20, 1e-4, 1e-3};
constexpr Shape over_rows{"over the rows", 60, 150, 1e-3, 0};
constexpr Shape by_factors{"by factors", 40, 600, 1e-3, 1e-3, true};
constexpr Shape by_ascent{"by ascent", 1100, 1200, 3e-3, 3e-3};

Instance problem_of(const Shape& shape) {
  std::mt19937_64 random(5);
  Instance instance = test::random_instance(random, shape.rows, shape.features);
  for (auto& row : instance.rows) {
    for (std::size_t j = 1; j < row.size(); ++j)
      if (!shape.is_dense && random() % (j + 2) > 4) row[j] = 0;
  }
  instance.penalty.l2 = shape.l2;
  instance.penalty.l1 = shape.l1;
  return instance;
}

TEST(TrainOnBorrowedArrays, ShapesTakeTheWaysTheyAreCalledBy) {
  const SolverOptions options;
  const auto asked_of = [&](const Shape& shape, const auto& rule) {
    const Instance instance = problem_of(shape);
    return rule(test::shape_of(instance.data(Storage::borrowed_sparse_float)), instance.objective());
  };
  const auto rows = [&](const DataShape& data, const Objective& objective) {
    return row_space_is_smaller(data, objective, largest_system(options));
  };
  const auto factors = [&](const DataShape& data, const Objective& objective) {
    return few_rows_and_many_features(data, objective, options);
  };
  const auto ascent = [&](const DataShape& data, const Objective& objective) {
    return ascent_may_save_working_sets(data, objective, options);
  };
  EXPECT_FALSE(asked_of(over_features, rows));
  EXPECT_TRUE(asked_of(over_rows, rows));
  EXPECT_FALSE(asked_of(over_features_l1, factors) || asked_of(over_features_l1, ascent));
  EXPECT_TRUE(asked_of(by_factors, factors));
  EXPECT_TRUE(!asked_of(by_ascent, factors) && asked_of(by_ascent, ascent));
}

TEST(TrainOnBorrowedArrays, EndsWhereTheCopiedRowsEnd) {
  const SolverOptions options = precise(1e-10);
  for (const Shape& shape : {over_features, over_features_l1, over_rows, by_factors, by_ascent}) {
    const Instance instance = problem_of(shape);
    const Fit copied = fit_of(instance, options, Storage::mixed_double);
    ASSERT_EQ(copied.status, Status::converged) << shape.name;
    for (const Storage storage : {Storage::borrowed_dense_float, Storage::borrowed_dense_double,
                                  Storage::borrowed_sparse_float, Storage::borrowed_sparse_double}) {
      SCOPED_TRACE(std::string(shape.name) + ", " + name_of(storage));
      const Fit fit = fit_of(instance, options, storage);
      EXPECT_EQ(fit.status, Status::converged);
      EXPECT_NEAR(fit.primal, copied.primal, 1e-9 * copied.primal);
      expect_honest(instance, fit, storage, options);
    }
  }
}

TEST(TrainOnBorrowedArrays, GivesTheSameBitsForAnyNumberOfThreads) {
  const Instance instance = problem_of(over_features_l1);
  for (const Storage storage : {Storage::borrowed_dense_float, Storage::borrowed_sparse_double}) {
    const Fit one = fit_of(instance, precise(1e-6, 1), storage);
    for (const int threads : {2, 3}) {
      const Fit many = fit_of(instance, precise(1e-6, threads), storage);
      EXPECT_EQ(many.weights, one.weights);
      EXPECT_EQ(many.dual_point, one.dual_point);
    }
  }
}

}  // namespace
}  // namespace smsvm
