#include "data/residency.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace smsvm {
namespace {

using Bytes = std::span<const std::byte>;

std::uintptr_t page_bytes() {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  return page;
}
void* page_of(const std::byte* at) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(at) / page_bytes() * page_bytes());
}

bool is_resident(const std::byte* at) {
#ifdef __linux__
  unsigned char found = 0;
#else
  char found = 0;
#endif
  return ::mincore(page_of(at), page_bytes(), &found) != 0 || (found & 1) != 0;  // who cannot be asked is there
}

/// Calls visit(bytes) for each array of the block.
template <class Value, class Visit>
void for_each_array(const RowBlock<Value>& block, const Visit& visit) {
  const auto visit_numbers = [&](const auto& numbers) {
    if (!numbers.empty()) visit(std::as_bytes(std::span(numbers.data(), numbers.size())));
  };
  visit_numbers(block.dense_columns);
  visit_numbers(block.tile);
  visit_numbers(block.value);
  for (const ColumnLists* lists : {&block.valued, &block.ones}) {
    visit_numbers(lists->start);
    visit_numbers(lists->narrow);
    visit_numbers(lists->wide);
    visit_numbers(lists->widest);
  }
}

}  // namespace

template <class Value>
std::int64_t bytes_of(const RowBlock<Value>& block) {
  std::size_t sum = 0;
  for_each_array(block, [&](Bytes bytes) { sum += bytes.size(); });
  return static_cast<std::int64_t>(sum);
}

template <class Value>
Residency residency_of(const BlockedRows<Value>& matrix) {
  constexpr std::size_t most_blocks = 256;
  const std::size_t blocks = matrix.blocks.size(), looks = std::min(blocks, most_blocks);
  std::int64_t seen = 0, found = 0;
  for (std::size_t k = 0; k < looks; ++k) {
    for_each_array(matrix.blocks[blocks * k / looks], [&](Bytes bytes) {
      const auto weight = static_cast<std::int64_t>(bytes.size());
      seen += weight;
      if (is_resident(&bytes[bytes.size() / 2])) found += weight;
    });
  }
  Residency result;
  for (const RowBlock<Value>& block : matrix.blocks) result.bytes += bytes_of(block);
  const double share = seen == 0 ? 1 : static_cast<double>(found) / static_cast<double>(seen);
  result.resident = static_cast<std::int64_t>(share * static_cast<double>(result.bytes));
  return result;
}

template <class Value>
void fetch_ahead(const RowBlock<Value>& block) {
  for_each_array(block, [](Bytes bytes) {
    void* const start = page_of(bytes.data());
    ::madvise(start, static_cast<std::size_t>(&bytes.back() + 1 - static_cast<std::byte*>(start)), MADV_WILLNEED);
  });
}

template Residency residency_of(const BlockedRows<float>&);
template Residency residency_of(const BlockedRows<double>&);
template void fetch_ahead(const RowBlock<float>&);
template void fetch_ahead(const RowBlock<double>&);
template std::int64_t bytes_of(const RowBlock<float>&);
template std::int64_t bytes_of(const RowBlock<double>&);

}  // namespace smsvm
