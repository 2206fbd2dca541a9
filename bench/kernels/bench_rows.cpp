#include "kernels/bench_rows.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <variant>

#include "data/block_builder.hpp"

namespace smsvm::bench {
namespace {

using Random = std::mt19937_64;

/// Adds the nonzeros of one row; numbers begin at 0.
template <class Value>
void add_row(Layout layout, Random& random, FlatRows<Value>& rows) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto put = [&](std::uint64_t number, double value) {
    rows.number.push_back(static_cast<std::int64_t>(number));
    rows.value.push_back(static_cast<Value>(value));
  };
  switch (layout) {
    case Layout::dense:
      for (std::uint64_t j = 0; j < 50; ++j) put(j, uniform(random));
      break;
    case Layout::wide:
      for (std::uint64_t j = 0; j < 500; ++j) put(j, uniform(random));
      break;
    case Layout::mixed:
      for (std::uint64_t j = 0; j < 10; ++j) put(j, uniform(random));
      put(10 + random() % 4, 1);
      put(14 + random() % 40, 1);
      break;
    case Layout::indicators: {
      constexpr std::uint64_t groups = 14, size = 123 / groups;
      for (std::uint64_t g = 0; g < groups; ++g) put(g * size + random() % size * (random() % size) / size, 1);
      break;
    }
    case Layout::text: {
      constexpr double columns = 60'000;
      std::vector<std::uint64_t> number;
      for (int k = 0; k < 120; ++k) {
        const double skewed = std::pow(columns, std::abs(uniform(random)));
        number.push_back(static_cast<std::uint64_t>(skewed) - 1);
      }
      std::sort(number.begin(), number.end());
      number.erase(std::unique(number.begin(), number.end()), number.end());
      for (const auto at : number) put(at, 0.1 + std::abs(uniform(random)));
      break;
    }
  }
  rows.end_row();
}

template <class Value>
void fill(Layout layout, std::int64_t rows, Dataset& data) {
  ThreadPool pool(1);
  BlockBuilder<Value> builder(pool);
  Random random(1);
  FlatRows<Value> some;
  std::int64_t last = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    add_row(layout, random, some);
    if (some.rows() < 4096 && row + 1 < rows) continue;
    for (const auto number : some.number) last = std::max(last, number);
    builder.append({&some, 1});
    some.clear();
  }
  builder.finish(0, last, data);
}

template <class Number>
std::int64_t bytes(const Numbers<Number>& numbers) {
  return static_cast<std::int64_t>(numbers.size() * sizeof(Number));
}
std::int64_t bytes(const ColumnLists& lists) {
  return bytes(lists.start) + bytes(lists.narrow) + bytes(lists.wide) + bytes(lists.widest);
}

}  // namespace

std::string_view name_of(Layout layout) {
  constexpr std::string_view names[] = {"dense", "wide", "mixed", "indicators", "text"};
  return names[static_cast<std::size_t>(layout)];
}

Rows make_rows(Layout layout, Precision precision, std::int64_t rows) {
  Rows result;
  if (precision == Precision::float32) {
    fill<float>(layout, rows, result.data);
  } else {
    fill<double>(layout, rows, result.data);
  }
  Random random(2);
  for (std::int64_t row = 0; row < rows; ++row) result.target.sign.push_back(random() % 2 == 0 ? 1 : -1);
  return result;
}

std::int64_t bytes_of_sweep(const Dataset& data) {
  const auto count = [&]<class Value>(const BlockedRows<Value>& matrix) {
    std::int64_t sum = data.rows * static_cast<std::int64_t>(sizeof(std::int8_t) + 2 * sizeof(double));
    for (const auto& block : matrix.blocks)
      sum += bytes(block.tile) + bytes(block.value) + bytes(block.valued) + bytes(block.ones);
    return sum;
  };
  return std::visit(count, data.matrix);
}

}  // namespace smsvm::bench
