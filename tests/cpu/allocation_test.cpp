// A program of its own: it counts every request for memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>

#include "rows/instance.hpp"
#include "rows/make_pass.hpp"
#include "smsvm/arrays.hpp"

namespace {
std::atomic<std::int64_t> requests = 0, bytes = 0;
}

// These replace the global ones. Not inlined, or else the compiler takes malloc and delete for a mismatch.
#define SMSVM_REPLACED [[gnu::noinline]]
SMSVM_REPLACED void* operator new(std::size_t size) {
  ++requests;
  bytes += static_cast<std::int64_t>(size);
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
SMSVM_REPLACED void* operator new(std::size_t size, std::align_val_t alignment) {
  ++requests;
  bytes += static_cast<std::int64_t>(size);
  const auto to = static_cast<std::size_t>(alignment);
  if (void* const memory = std::aligned_alloc(to, (size + to - 1) / to * to)) return memory;
  throw std::bad_alloc();
}
SMSVM_REPLACED void operator delete(void* memory) noexcept { std::free(memory); }
SMSVM_REPLACED void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
SMSVM_REPLACED void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
SMSVM_REPLACED void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#undef SMSVM_REPLACED

namespace smsvm {
namespace {

using test::Storage;

class Allocation : public testing::TestWithParam<Storage> {};

/// Everything the solver does in one iteration.
class Iteration {
 public:
  Iteration(Pass& pass, std::mt19937_64& random)
      : pass_(pass), coefficient_(test::random_point(random, static_cast<std::size_t>(pass.rows()))) {
    const auto dimension = static_cast<std::size_t>(pass.features()) + 1;
    for (auto& point : points_) point = test::random_point(random, dimension);
    coordinates_.resize(dimension);
    std::iota(coordinates_.begin(), coordinates_.end(), 0);
    sum_.resize(dimension);
  }

  void run(bool carry) {
    std::array<Query, 2> queries;
    for (std::size_t k = 0; k < 2; ++k) queries[k] = {k, points_[k], 0.5, test::carried_if(carry)};
    queries[1].hessian = coordinates_;
    EXPECT_TRUE(pass_.evaluate(queries, sums_));
    for (const std::size_t problem : {0, 1}) {
      pass_.along(problem, 0.5, steps_, losses_);
      pass_.mix(problem, {0.5, {0.1, 0.2}, {0.3, 0.4}});
      pass_.accept(problem);
    }
    EXPECT_TRUE(pass_.combine(0, coefficient_, sum_));
  }

 private:
  Pass& pass_;
  std::array<std::vector<double>, 2> points_;
  std::vector<std::int32_t> coordinates_;
  std::vector<double> coefficient_, sum_;
  std::vector<double> steps_{0, 0.5, 1}, losses_{0, 0, 0};
  std::array<Sums, 2> sums_;
};

TEST_P(Allocation, NoneOnceShapesRepeat) {
  std::mt19937_64 random(1);
  test::Instance instance = test::random_instance(random, 20'000, 20);
  make_columns_differ(random, instance);
  const Dataset data = instance.data(GetParam());
  for (const int threads : {1, 2}) {
    const auto pass = test::make_pass(data, {instance.target(), instance.target()}, true, 1, threads, {});
    Iteration iteration(*pass, random);
    iteration.run(false);
    iteration.run(true);
    // With several threads one that is held up leaves more partial sums waiting than ever before, now and then.
    std::int64_t fewest = 1000;
    for (int repeat = 0; repeat < (threads == 1 ? 1 : 20); ++repeat) {
      const std::int64_t before = requests;
      iteration.run(true);
      fewest = std::min(fewest, requests - before);
    }
    EXPECT_EQ(fewest, 0) << threads << " threads";
  }
}

/// All that is ever asked for, whether it is given back or not.
template <class Array>
std::int64_t bytes_to_borrow(const Array& array) {
  const std::int64_t before = bytes;
  const Dataset data = borrow(array, 1);
  return bytes - before;
}

TEST(BorrowedArray, AsksForLittleMemory) {
  constexpr std::int64_t rows = 200'000, columns = 25;
  const std::vector<float> values(rows * columns, 1.0F);
  EXPECT_LT(bytes_to_borrow(DenseArray<float>{values.data(), rows, columns}), rows * columns * 4 / 100);

  std::vector<std::int64_t> start, column;
  for (std::int64_t i = 0; i <= rows; ++i) start.push_back(i * columns);
  for (std::int64_t k = 0; k < rows * columns; ++k) column.push_back(k % columns);
  const SparseArray<float, std::int64_t> lists{start.data(), column.data(), values.data(), rows, columns};
  EXPECT_LT(bytes_to_borrow(lists), 5 * rows);  // where each row begins, in its block
}

INSTANTIATE_TEST_SUITE_P(Storages, Allocation, testing::ValuesIn(test::all_storages),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace smsvm
