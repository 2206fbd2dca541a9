#include "smsvm/synthetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/random_stream.hpp"
#include "smsvm/error.hpp"
#include "util/atomic_file.hpp"

namespace smsvm {
namespace {

constexpr std::size_t write_size = std::size_t{1} << 20;

void check(const SyntheticOptions& options) {
  constexpr std::int64_t most_features = std::numeric_limits<std::int32_t>::max();
  constexpr double most_separation = 1e30;  // a row must fit into float32
  if (options.rows < 1) throw OptionError(fmt::format("--rows must be at least 1, not {}", options.rows));
  if (options.features < 1 || options.features > most_features) {
    throw OptionError(fmt::format("--features must be between 1 and {}, not {}", most_features, options.features));
  }
  if (!(options.sparsity >= 0 && options.sparsity <= 1)) {
    throw OptionError(fmt::format("--sparsity must be between 0 and 1, not {}", options.sparsity));
  }
  if (!(options.separation >= 0 && options.separation <= most_separation)) {
    throw OptionError(fmt::format("--separation must be between 0 and 1e30, not {}", options.separation));
  }
}

// Streams 0, 1, 2, … are the rows'; what belongs to no row counts from the other end.
constexpr std::uint64_t negative_centroid = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t positive_centroid = negative_centroid - 1;
constexpr std::uint64_t choice_of_zeros = negative_centroid - 2;

template <class Receive>
void draw_normals(RandomStream& stream, std::size_t count, const Receive& receive) {
  for (std::size_t j = 0; j < count; j += 2) {
    const auto [first, second] = stream.normal_pair();
    receive(j, first);
    if (j + 1 < count) receive(j + 1, second);
  }
}

std::vector<double> draw_centroid(const SyntheticOptions& options, std::uint64_t number) {
  std::vector<double> centroid(static_cast<std::size_t>(options.features));
  RandomStream stream(options.seed, number);
  draw_normals(stream, centroid.size(), [&](std::size_t j, double z) { centroid[j] = options.separation * z; });
  return centroid;
}

/// The components of both centroids that are zero. A higher sparsity keeps the zeros of a lower one, so that a series
/// of sparsities differs in nothing else.
std::vector<std::size_t> zero_components(const SyntheticOptions& options) {
  const auto features = static_cast<std::size_t>(options.features);
  std::vector<std::uint64_t> rank(features);
  RandomStream stream(options.seed, choice_of_zeros);
  for (auto& r : rank) r = stream.bits();
  std::vector<std::size_t> order(features);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return std::pair(rank[a], a) < std::pair(rank[b], b); });
  order.resize(static_cast<std::size_t>(std::llround(options.sparsity * static_cast<double>(features))));
  return order;
}

/// Row i depends on the options and on i alone, not on the number of rows or the order in which they are drawn.
class SyntheticRows {
 public:
  explicit SyntheticRows(const SyntheticOptions& options)
      : seed_(options.seed),
        negative_(draw_centroid(options, negative_centroid)),
        positive_(draw_centroid(options, positive_centroid)) {
    for (const std::size_t j : zero_components(options)) negative_[j] = positive_[j] = 0;
  }

  /// Fills the row; true if it is of the positive class.
  bool draw(std::int64_t number, std::span<float> row) const {
    RandomStream stream(seed_, static_cast<std::uint64_t>(number));
    const bool is_positive = (stream.bits() >> 63) != 0;
    const auto& centroid = is_positive ? positive_ : negative_;
    draw_normals(stream, row.size(), [&](std::size_t j, double z) { row[j] = static_cast<float>(centroid[j] + z); });
    return is_positive;
  }

 private:
  std::uint64_t seed_;
  std::vector<double> negative_, positive_;
};

/// Room for the shortest text of any number written here.
using Digits = char[32];

/// The double that a reader finds in the text of this float: 0.1, not 0.100000001.
double as_written(float value) {
  Digits digits;
  const char* end = fmt::format_to(digits, "{}", value);
  double result = 0;
  std::from_chars(digits, end, result);
  return result;
}

void store(std::span<const float> row, RowStream<float>& rows) {
  for (std::size_t j = 0; j < row.size(); ++j) rows.add(static_cast<std::int64_t>(j), row[j]);
  rows.end_row();
}

void store(std::span<const float> row, RowStream<double>& rows) {
  for (std::size_t j = 0; j < row.size(); ++j) rows.add(static_cast<std::int64_t>(j), as_written(row[j]));
  rows.end_row();
}

void add_label(bool is_positive, Labels& labels) {
  Label label{is_positive ? "+1" : "-1", true, is_positive ? 1.0 : -1.0};
  auto& distinct = labels.distinct;
  auto at = std::find(distinct.begin(), distinct.end(), label);
  if (at == distinct.end()) at = distinct.insert(at, std::move(label));
  labels.of_row.push_back(static_cast<std::int32_t>(at - distinct.begin()));
}

template <class Value>
Dataset make(const SyntheticOptions& options) {
  Dataset data;
  data.width = options.features;
  data.labels.of_row.reserve(static_cast<std::size_t>(options.rows));

  const SyntheticRows source(options);
  std::vector<float> row(static_cast<std::size_t>(options.features));
  RowStream<Value> rows;
  for (std::int64_t i = 0; i < options.rows; ++i) {
    add_label(source.draw(i, row), data.labels);
    store(row, rows);
  }
  rows.finish_positions(options.features, data);
  return data;
}

void append_row(bool is_positive, std::span<const float> row, std::string& text) {
  text += is_positive ? "+1" : "-1";
  Digits digits;
  for (std::size_t j = 0; j < row.size(); ++j) {
    const fmt::format_int index(j + 1);
    text += ' ';
    text.append(index.data(), index.size());
    text += ':';
    text.append(digits, fmt::format_to(digits, "{}", row[j]));
  }
  text += '\n';
}

}  // namespace

Dataset make_synthetic(const SyntheticOptions& options, Precision precision) {
  check(options);
  return precision == Precision::float32 ? make<float>(options) : make<double>(options);
}

void write_synthetic(const SyntheticOptions& options, const std::string& path,
                     const std::function<void(double)>& progress) {
  check(options);
  AtomicFile file(path);
  const SyntheticRows source(options);
  std::vector<float> row(static_cast<std::size_t>(options.features));
  std::string text;
  for (std::int64_t i = 0; i < options.rows; ++i) {
    const bool is_positive = source.draw(i, row);
    append_row(is_positive, row, text);
    if (text.size() < write_size) continue;
    file.write(text);
    text.clear();
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(options.rows));
  }
  file.write(text);
  file.commit();
  if (progress) progress(1);
}

}  // namespace smsvm
