#include "smsvm/dataset.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "data/block_nonzeros.hpp"
#include "data/cell_kind.hpp"
#include "data/distributed_rows.hpp"
#include "data/number.hpp"

namespace smsvm {
namespace {

template <class Value>
std::int64_t nonzeros_among(const Value* values, std::size_t size) {
  return static_cast<std::int64_t>(size) - std::count(values, values + size, Value{0});
}

template <class Value>
std::int64_t count_nonzeros(const RowBlock<Value>& block) {
  const auto in_tile = static_cast<std::size_t>(block.rows) * block.dense_columns.size();
  return nonzeros_among(block.tile.data(), in_tile) + nonzeros_among(block.value.data(), block.value.size()) +
         static_cast<std::int64_t>(block.ones.size());
}
template <class Value>
std::int64_t count_nonzeros(const BlockedRows<Value>& rows) {
  std::int64_t count = 0;
  for (const RowBlock<Value>& block : rows.blocks) count += count_nonzeros(block);
  return count;
}

/// A whole number that no double is, such as 2⁵³ + 1: its neighbours must not be taken for it.
bool is_beyond_doubles(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  std::uint64_t size = 0;
  const auto [end, problem] = std::from_chars(text.data() + sign, text.data() + text.size(), size);
  if (end != text.data() + text.size()) return false;
  const auto nearest = static_cast<double>(size);
  return problem != std::errc() || nearest >= 0x1p64 || static_cast<std::uint64_t>(nearest) != size;
}

}  // namespace

Label Label::parse(std::string text) {
  const auto scanned = parse_number<double>(text);
  const bool numeric = scanned.kind == NumberKind::finite && !is_beyond_doubles(text);
  return {std::move(text), numeric, numeric ? scanned.value : 0};
}

bool operator==(const Label& a, const Label& b) {
  if (a.numeric != b.numeric) return false;
  return a.numeric ? a.number == b.number : a.text == b.text;
}

bool operator<(const Label& a, const Label& b) {
  if (a.numeric != b.numeric) return a.numeric;
  return a.numeric ? a.number < b.number : a.text < b.text;
}

std::vector<std::int32_t> Labels::sorted() const {
  std::vector<std::int32_t> order(distinct.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
    return distinct[static_cast<std::size_t>(a)] < distinct[static_cast<std::size_t>(b)];
  });
  return order;
}

std::vector<std::int64_t> Labels::count() const {
  if (!known_count.empty()) return known_count;
  std::vector<std::int64_t> rows(distinct.size(), 0);
  for (const std::int32_t label : of_row) ++rows[static_cast<std::size_t>(label)];
  return rows;
}

std::size_t positive_of_two(const Label& first, const Label& second) {
  const auto says_yes = [](const Label& label) {
    return label.numeric ? label.number == 1 : same_word(label.text, "true") || same_word(label.text, "yes");
  };
  if (says_yes(first) != says_yes(second)) return says_yes(first) ? 0 : 1;
  return second < first ? 0 : 1;
}

std::int64_t nonzeros_in(const RowBlock<float>& block) { return count_nonzeros(block); }
std::int64_t nonzeros_in(const RowBlock<double>& block) { return count_nonzeros(block); }

const Rows& Dataset::all_rows() const {
  if (distributed) throw std::logic_error("rows are asked for that lie with several ranks");
  return matrix;
}

const Labels& Dataset::all_labels() const {
  const bool lie_elsewhere = distributed && labels.of_row.empty() && !labels.distinct.empty();
  return lie_elsewhere ? distributed->all_labels() : labels;
}

const std::shared_ptr<const RowOrder>& Dataset::all_order() const {
  return distributed && !order ? distributed->all_order() : order;
}

std::int64_t Dataset::nonzeros() const {
  if (known_nonzeros >= 0) return known_nonzeros;
  return std::visit([](const auto& stored) { return count_nonzeros(stored); }, all_rows());
}

Precision Dataset::precision() const {
  return std::holds_alternative<BlockedRows<float>>(matrix) ? Precision::float32 : Precision::float64;
}

}  // namespace smsvm
