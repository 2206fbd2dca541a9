#include "smsvm/dataset.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "data/number.hpp"

namespace smsvm {
namespace {

template <class Value>
std::int64_t count_nonzeros(const std::vector<Value>& values) {
  return std::ssize(values) - std::count(values.begin(), values.end(), Value{0});
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

/// Calls visit(column, value) for every nonzero of a row, in increasing order of the columns.
template <class Value, class Visit>
void for_each_nonzero(const SparseRows<Value>& rows, std::int64_t /*features*/, std::int64_t row, Visit visit) {
  const auto at = static_cast<std::size_t>(row);
  for (auto i = static_cast<std::size_t>(rows.start[at]); i < static_cast<std::size_t>(rows.start[at + 1]); ++i) {
    if (rows.value[i] != 0) visit(std::int64_t{rows.column[i]}, static_cast<double>(rows.value[i]));
  }
}

template <class Value, class Visit>
void for_each_nonzero(const DenseRows<Value>& rows, std::int64_t features, std::int64_t row, Visit visit) {
  const Value* const first = rows.value.data() + row * features;
  for (std::int64_t column = 0; column < features; ++column) {
    if (first[column] != 0) visit(column, static_cast<double>(first[column]));
  }
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
  return std::visit([](const auto& rows_of_a_type) { return count_nonzeros(rows_of_a_type.value); }, matrix);
}

Precision Dataset::precision() const {
  const bool is_float =
      std::holds_alternative<SparseRows<float>>(matrix) || std::holds_alternative<DenseRows<float>>(matrix);
  return is_float ? Precision::float32 : Precision::float64;
}

/// Each row is hashed by itself, seeded by its number, and the hashes are added: any split of the rows gives the same.
std::uint64_t Dataset::checksum() const {
  const std::vector<std::uint64_t> label_hash = label_hashes(labels);
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> words;
  const auto add_row = [&](const auto& stored, std::int64_t row) {
    words.clear();
    if (!labels.of_row.empty()) {
      words.push_back(label_hash[static_cast<std::size_t>(labels.of_row[static_cast<std::size_t>(row)])]);
    }
    for_each_nonzero(stored, features, row, [&](std::int64_t column, double value) {
      words.push_back(static_cast<std::uint64_t>(feature_id(column)));
      words.push_back(bits(value));
    });
    sum += hash_words(words, static_cast<std::uint64_t>(row));
  };
  std::visit(
      [&](const auto& stored) {
        for (std::int64_t row = 0; row < rows; ++row) add_row(stored, row);
      },
      matrix);
  return hash_words({sum, static_cast<std::uint64_t>(rows)}, 0);
}

}  // namespace smsvm
