#include "data/row_dealing.hpp"

#include <array>
#include <numeric>

#include "data/row_sample.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

constexpr std::uint64_t seed_of_stores = 1;  // the usual one (SolverOptions); it is part of the format

}  // namespace

DealtGroup::DealtGroup(std::int64_t first_row, std::int64_t rows) : row(static_cast<std::size_t>(rows)) {
  if (rows < least_dealt_rows) {
    std::iota(row.begin(), row.end(), 0U);
    return;
  }
  const RowSample sample(seed_of_stores);
  std::vector<std::uint8_t> bucket(row.size());
  std::array<std::uint32_t, RowSample::buckets + 1> next{};  // position in each bucket
  for (std::size_t k = 0; k < bucket.size(); ++k) {
    bucket[k] = static_cast<std::uint8_t>(sample.bucket(first_row + static_cast<std::int64_t>(k)));
    ++next[bucket[k] + std::size_t{1}];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t buckets = 1; buckets < RowSample::buckets; buckets *= 4) sample_end.push_back(next[buckets]);
  for (std::size_t k = 0; k < bucket.size(); ++k) row[next[bucket[k]]++] = static_cast<std::uint32_t>(k);
}

std::vector<std::int32_t> dealt_shifts(std::span<const std::int64_t> group_rows, int threads, std::int64_t first_row) {
  std::vector<std::int64_t> first_of(group_rows.size() + 1);
  std::partial_sum(group_rows.begin(), group_rows.end(), first_of.begin() + 1);
  std::vector<std::int32_t> shift(static_cast<std::size_t>(first_of.back()));
  ThreadPool pool(group_rows.size() > 1 ? threads : 1);
  pool.for_each(std::ssize(group_rows), [&](std::int64_t group) {
    const auto g = static_cast<std::size_t>(group);
    const DealtGroup dealt(first_row + first_of[g], group_rows[g]);
    std::int32_t* const of_group = shift.data() + first_of[g];
    for (std::size_t k = 0; k < dealt.row.size(); ++k)
      of_group[k] = static_cast<std::int32_t>(dealt.row[k]) - static_cast<std::int32_t>(k);
  });
  return shift;
}

}  // namespace smsvm
