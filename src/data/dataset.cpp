#include "smsvm/dataset.hpp"

#include <algorithm>
#include <utility>

#include "data/number.hpp"

namespace smsvm {
namespace {

template <class Value>
std::int64_t count_nonzeros(const BlockedRows<Value>& rows) {
  std::int64_t count = 0;
  for (const RowBlock<Value>& block : rows.blocks) {
    count += std::ssize(block.tile) - std::count(block.tile.begin(), block.tile.end(), Value{0});
    for (const ColumnLists* lists : {&block.valued, &block.ones})
      count += std::ssize(lists->narrow) + std::ssize(lists->wide);
  }
  return count;
}

}  // namespace

Label Label::parse(std::string text) {
  const auto scanned = parse_number<double>(text);
  const bool numeric = scanned.kind == NumberKind::finite;
  return {std::move(text), numeric, numeric ? scanned.value : 0};
}

bool operator==(const Label& a, const Label& b) {
  if (a.numeric != b.numeric) return false;
  return a.numeric ? a.number == b.number : a.text == b.text;
}

std::int64_t Dataset::nonzeros() const {
  return std::visit([](const auto& stored) { return count_nonzeros(stored); }, matrix);
}

Precision Dataset::precision() const {
  return std::holds_alternative<BlockedRows<float>>(matrix) ? Precision::float32 : Precision::float64;
}

}  // namespace smsvm
