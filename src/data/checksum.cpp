#include <xxhash.h>

#include <bit>
#include <numeric>
#include <vector>

#include "data/content_checksum.hpp"
#include "data/distributed_rows.hpp"
#include "data/random_stream.hpp"
#include "data/row_access.hpp"
#include "smsvm/dataset.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

std::uint64_t hash_of(const Label& label) {
  constexpr XXH64_hash_t number_seed = 1, text_seed = 2;
  if (!label.numeric) return XXH3_64bits_withSeed(label.text.data(), label.text.size(), text_seed);
  const auto number = label.number == 0 ? 0 : std::bit_cast<std::uint64_t>(label.number);  // zeros have no sign here
  return XXH3_64bits_withSeed(&number, sizeof number, number_seed);
}

std::vector<std::uint64_t> label_hashes(const Labels& labels) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(labels.distinct.size());
  for (const Label& label : labels.distinct) hashes.push_back(hash_of(label));
  return hashes;
}

}  // namespace

std::uint64_t sum_of_row_hashes(const Dataset& data, std::int64_t first_row, const RowOrder* order, Precision stored,
                                int threads) {
  const Labels& labels = data.labels;
  const std::vector<std::uint64_t> label_hash = label_hashes(labels);
  const auto label_of = [&](std::int64_t position) {
    if (labels.of_row.empty()) return std::uint64_t{0};
    return label_hash[static_cast<std::size_t>(labels.of_row[static_cast<std::size_t>(source_row(data, position))])];
  };
  std::vector<std::uint64_t> number_hash(static_cast<std::size_t>(data.features));
  for (std::size_t j = 0; j < number_hash.size(); ++j)
    number_hash[j] = mix_bits(static_cast<std::uint64_t>(data.feature_id(static_cast<std::int64_t>(j))));
  const bool round = stored == Precision::float32 && data.precision() == Precision::float64;
  const auto hash_of_row = [&](const auto& view, std::int64_t position) {
    std::uint64_t sum = 0;
    for_each_stored(view, [&](std::size_t column, double exact) {
      const double value = round ? static_cast<double>(static_cast<float>(exact)) : exact;
      const std::uint64_t mixed = mix_bits(number_hash[column] ^ std::bit_cast<std::uint64_t>(value));
      sum += value != 0 ? mixed : 0;
    });
    const std::int64_t row = first_row + source_row(order, position);
    return mix_bits(mix_bits(sum ^ label_of(position)) + static_cast<std::uint64_t>(row));
  };
  return std::visit(
      [&](const auto& matrix) {
        std::vector<std::uint64_t> of_block(matrix.blocks.size());
        ThreadPool pool(of_block.size() > 1 ? threads : 1);
        pool.for_each(std::ssize(of_block), [&](std::int64_t k) {
          const auto& block = matrix.blocks[static_cast<std::size_t>(k)];
          for (std::int64_t i = 0; i < block.rows; ++i) {
            of_block[static_cast<std::size_t>(k)] +=
                hash_of_row(RowView{&block, i}, matrix.first_row[static_cast<std::size_t>(k)] + i);
          }
        });
        return std::accumulate(of_block.begin(), of_block.end(), std::uint64_t{0});
      },
      data.all_rows());
}

std::uint64_t checksum_of(std::uint64_t sum_of_hashes, std::int64_t rows) {
  return mix_bits(sum_of_hashes ^ mix_bits(static_cast<std::uint64_t>(rows)));
}

std::uint64_t Dataset::checksum(int threads) const {
  if (distributed) return distributed->checksum();
  return checksum_as(precision(), threads);
}

std::uint64_t Dataset::checksum_as(Precision stored, int threads) const {
  return checksum_of(sum_of_row_hashes(*this, 0, order.get(), stored, threads), rows);
}

}  // namespace smsvm
