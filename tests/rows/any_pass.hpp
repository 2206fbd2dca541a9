#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "rows/instance.hpp"
#include "rows/pass.hpp"
#include "rows/places.hpp"

// For facts about rows that hold wherever they lie and whoever adds them up.
namespace smsvm::test {

inline std::vector<std::int32_t> all_coordinates(const Instance& instance) {
  std::vector<std::int32_t> coordinates(instance.dimension());
  std::iota(coordinates.begin(), coordinates.end(), 0);
  return coordinates;
}

/// How rows are laid out, and where they lie.
struct Lying {
  Storage storage = Storage::sparse_double;
  Where where = Where::here;

  bool has_reference() const { return where == Where::reference || where == Where::three_references; }
};

/// The data of an instance and a pass over them.
struct Running {
  Running(const Instance& instance, Lying lying, int threads = 1, std::function<bool()> keep_going = {})
      : Running(instance, lying, {instance.target()}, threads, std::move(keep_going)) {}
  Running(const Instance& instance, Lying lying, std::vector<Target> targets, int threads,
          std::function<bool()> keep_going)
      : data(lying.where == Where::here ? instance.data(lying.storage)
                                        : many_blocks(instance, lying.storage, instance.rows.size() / 7 + 1)) {
    BackendOptions options{.problems = std::move(targets),
                           .has_intercept = instance.penalty.intercept != Intercept::none,
                           .seed = 1,
                           .threads = threads,
                           .keep_going = std::move(keep_going)};
    pass = std::make_unique<Pass>(make_rows_at(lying.where, data, std::move(options)));
  }

  Sums evaluate(const std::vector<double>& point, double epsilon, bool carry,
                const std::vector<std::int32_t>& hessian = {}, double least_curvature = 0) {
    Query query;
    query.point = point;
    query.epsilon = epsilon;
    query.begin = test::carried_if(carry);
    query.hessian = hessian;
    query.least_curvature = least_curvature;
    Sums sums;
    EXPECT_TRUE(pass->evaluate({&query, 1}, {&sums, 1}));
    return sums;
  }
  double along(double epsilon, double step) {
    double loss = 0;
    pass->along(0, epsilon, {&step, 1}, {&loss, 1});
    return loss;
  }

  Dataset data;
  std::unique_ptr<Pass> pass;
};

/// All numbers of the sums in a row; of H the lower triangle.
inline std::vector<double> numbers(const Sums& sums) {
  std::vector<double> all{sums.hinge, sums.smoothed_before, sums.smoothed, sums.smoothing_gap, sums.curvature};
  for (const auto& of_class : sums.dual) all.insert(all.end(), of_class.begin(), of_class.end());
  for (const auto& of_class : sums.moment) all.insert(all.end(), of_class.begin(), of_class.end());
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(sums.hessian.size()))));
  for (std::size_t j = 0; j < size; ++j)
    all.insert(all.end(), sums.hessian.begin() + j * size, sums.hessian.begin() + j * size + j + 1);
  return all;
}

/// Largest difference between two lists, against the largest number.
inline double list_distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double difference = 0, largest = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    difference = std::max(difference, std::abs(a[k] - b[k]));
    largest = std::max(largest, std::abs(b[k]));
  }
  return difference / largest;
}
inline double distance(const Sums& a, const Sums& b) { return list_distance(numbers(a), numbers(b)); }

inline Instance varied_instance(std::mt19937_64& random, std::size_t rows) {
  Instance instance = random_instance(random, rows, 1 + random() % 12);
  make_columns_differ(random, instance);
  instance.penalty.intercept = random() % 2 == 0 ? Intercept::none : Intercept::free;
  if (random() % 2 == 0) instance.weight = random_weights(random, rows);
  return instance;
}

inline DualMixture random_mixture(std::mt19937_64& random) {
  DualMixture mixture;
  mixture.old = uniform(random, 0, 0.4);
  for (const RowClass of : {negative_rows, positive_rows}) {
    mixture.smooth[of] = uniform(random, 0, 0.3);
    mixture.carried[of] = uniform(random, 0, 0.3);
  }
  return mixture;
}

inline bool is_sparse(Storage storage) {
  return storage == Storage::sparse_float || storage == Storage::sparse_double ||
         storage == Storage::borrowed_sparse_float || storage == Storage::borrowed_sparse_double;
}

/// What is true of rows wherever they lie and whoever adds them up.
class AnyPass : public testing::TestWithParam<Lying> {
 protected:
  static constexpr double rounding() { return 1e-12; }
};

inline std::vector<Lying> everywhere() {
  std::vector<Lying> all;
  for (const Storage storage : all_storages) all.push_back({storage, Where::here});
  for (const Storage storage : {Storage::dense_float, Storage::mixed_double})
    all.push_back({storage, Where::three_ranks});
  for (const Where where : {Where::reference, Where::three_references}) all.push_back({Storage::mixed_double, where});
  return all;
}

inline std::string name_of_place(const testing::TestParamInfo<Lying>& test) {
  return name_of(test.param.where) + "_" + name_of(test.param.storage);
}

}  // namespace smsvm::test
