#include "smsvm/dataset.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "data/number.hpp"
#include "data/row_access.hpp"

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

/// The same for all zeros, whatever their sign.
std::uint64_t bits(double number) { return number == 0 ? 0 : std::bit_cast<std::uint64_t>(number); }

std::uint64_t hash_of(const Label& label) {
  constexpr XXH64_hash_t number_seed = 1, text_seed = 2;
  if (!label.numeric) return XXH3_64bits_withSeed(label.text.data(), label.text.size(), text_seed);
  const std::uint64_t number = bits(label.number);
  return XXH3_64bits_withSeed(&number, sizeof number, number_seed);
}

std::vector<std::uint64_t> label_hashes(const Labels& labels) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(labels.distinct.size());
  for (const Label& label : labels.distinct) hashes.push_back(hash_of(label));
  return hashes;
}

std::uint64_t hash_words(const std::vector<std::uint64_t>& words, std::uint64_t seed) {
  return XXH3_64bits_withSeed(words.data(), words.size() * sizeof(std::uint64_t), seed);
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

/// Each row is hashed by itself, seeded by its number, and the hashes are added: any split of the rows gives the same.
std::uint64_t Dataset::checksum() const {
  const std::vector<std::uint64_t> label_hash = label_hashes(labels);
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> words;
  for (std::int64_t row = 0; row < rows; ++row) {
    words.clear();
    if (!labels.of_row.empty()) {
      words.push_back(label_hash[static_cast<std::size_t>(labels.of_row[static_cast<std::size_t>(row)])]);
    }
    for_each_value(*this, row, [&](std::size_t column, double value) {
      words.push_back(static_cast<std::uint64_t>(feature_id(static_cast<std::int64_t>(column))));
      words.push_back(bits(value));
    });
    sum += hash_words(words, static_cast<std::uint64_t>(row));
  }
  return hash_words({sum, static_cast<std::uint64_t>(rows)}, 0);
}

}  // namespace smsvm
