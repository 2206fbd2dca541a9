#include "cpu/rows_aside.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "data/residency.hpp"
#include "data/row_access.hpp"
#include "kernels/hessian_sum.hpp"
#include "kernels/row_kernels.hpp"
#include "kernels/tile_vector.hpp"
#include "rows/instance.hpp"

namespace smsvm {
namespace {

using Values = std::vector<std::pair<std::size_t, double>>;

template <class Value>
Values stored(const RowBlock<Value>& block, std::uint32_t row) {
  Values values;
  for_each_stored(RowView<Value>{&block, row},
                  [&](std::size_t column, double value) { values.emplace_back(column, value); });
  return values;
}

template <class Value>
std::vector<double> scores(const RowBlock<Value>& block, BlockRows rows, const std::vector<double>& w) {
  TileVector<1> tile;
  tile.gather(block.dense_columns, w.data());
  std::vector<double> score(rows.size() + 16);
  row_kernels<Value>().scores(block, rows, {w.data(), tile.data()}, w.data(), score.data());
  score.resize(rows.size());
  return score;
}

TEST(RowsAside, AreTheRowsInUseInTheSameLayout) {
  std::mt19937_64 random(6);
  test::Instance instance = test::random_instance(random, 9000, 12);
  test::make_columns_differ(random, instance);
  const std::vector<double> w = test::random_point(random, 12);
  ThreadPool pool(2);
  for (const test::Storage storage : test::all_storages) {
    const Dataset data = instance.data(storage);
    for (const int every : {1, 3, 40, 8999}) {
      const auto chosen = [&](std::int64_t position) { return position % every == every - 1; };
      const auto cut = test::shards_of_choice(data, chosen);
      const Shards& shards = *cut;
      std::visit(
          [&]<class Value>(const BlockedRows<Value>& matrix) {
            const RowsAside<Value> aside(matrix, shards, pool);
            EXPECT_GT(RowsAside<Value>::bytes_for(matrix, shards), 0);
            std::int64_t rows = 0;
            for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk) {
              for (const BlockPart& part : shards.parts(chunk)) {
                const RowBlock<Value>&block = matrix.blocks[part.block], &copy = aside.block(part.block);
                EXPECT_EQ(copy.dense_columns, block.dense_columns);
                std::vector<std::uint32_t> places;
                for (std::size_t k = 0; k < part.position.size(); ++k) {
                  places.push_back(static_cast<std::uint32_t>(part.before + k));
                  ASSERT_EQ(stored(copy, places.back()), stored(block, part.position[k]));
                }
                ASSERT_TRUE(test::same_bits(scores(copy, places, w), scores(block, part.position, w)));
                rows += std::ssize(places);
              }
            }
            EXPECT_EQ(rows, shards.rows());
          },
          data.matrix);
    }
  }
}

std::vector<double> hessian(const Dataset& data, const Shards& shards, const RowsAside<float>* aside) {
  const auto& matrix = std::get<BlockedRows<float>>(data.matrix);
  std::vector<std::int32_t> all(static_cast<std::size_t>(data.features));
  std::iota(all.begin(), all.end(), 0);
  HessianCoordinates coordinates;
  coordinates.assign(all, data.features);
  std::vector<double> square(all.size() * all.size());
  HessianSum<float> sum;
  sum.begin(coordinates, square.data());
  for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk) {
    for (const BlockPart& part : shards.parts(chunk)) {
      const RowBlock<float>& whole = matrix.blocks[part.block];
      std::vector<std::uint32_t> rows(part.position.begin(), part.position.end());
      if (aside != nullptr) std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(part.before));
      const std::vector<double> factor(rows.size(), 0.7);
      const RowBlock<float>& block = aside == nullptr ? whole : aside->block(part.block);
      sum.enter(block, whole);
      sum.add(block, rows, factor.data());
    }
  }
  sum.finish();
  return square;
}

/// Sparser or fuller than the others of their block as they may be.
TEST(RowsAside, HaveTheSameHessian) {
  std::mt19937_64 random(8);
  ThreadPool pool(2);
  for (const bool chosen_are_full : {false, true}) {
    test::Instance instance = test::random_instance(random, 3000, 100);
    for (std::size_t i = 0; i < instance.rows.size(); ++i)
      for (double& x : instance.rows[i])
        if (random() % 100 >= ((i % 10 == 0) == chosen_are_full ? 40U : 4U)) x = 0;
    const Dataset data = instance.data(test::Storage::sparse_float);
    const auto chosen = test::shards_of_choice(data, [](std::int64_t position) { return position % 10 == 0; });
    const RowsAside<float> aside(std::get<BlockedRows<float>>(data.matrix), *chosen, pool);
    EXPECT_TRUE(test::same_bits(hessian(data, *chosen, &aside), hessian(data, *chosen, nullptr)));
  }
}

TEST(Residency, RowsInMemoryAreAllThere) {
  std::mt19937_64 random(7);
  const Dataset data = test::random_instance(random, 5000, 20).data(test::Storage::mixed_float);
  const auto& matrix = std::get<BlockedRows<float>>(data.matrix);
  const Residency residency = residency_of(matrix);
  EXPECT_TRUE(residency.is_complete());
  EXPECT_EQ(residency.resident, residency.bytes);
  EXPECT_GE(residency.bytes, 5000 * 20 * 4);
  EXPECT_FALSE((Residency{.bytes = 1000, .resident = 900}.is_complete()));
  for (const auto& block : matrix.blocks) fetch_ahead(block);  // asks for nothing that is there
}

}  // namespace
}  // namespace smsvm
