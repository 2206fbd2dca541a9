#include "smsvm/synthetic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "data/libsvm_text.hpp"
#include "data/random_stream.hpp"
#include "smsvm/error.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::plain_rows;
using test::read_text;
using test::TemporaryFolder;

SyntheticOptions options_of(std::int64_t rows, std::int64_t features, double sparsity = 0, double separation = 1) {
  SyntheticOptions options;
  options.rows = rows;
  options.features = features;
  options.sparsity = sparsity;
  options.separation = separation;
  return options;
}

std::vector<double> values(const Dataset& data) { return test::all_values(data); }

double mean_of(const std::vector<double>& sample, const std::function<double(double)>& f) {
  double sum = 0;
  for (const double x : sample) sum += f(x);
  return sum / static_cast<double>(sample.size());
}

TEST(RandomStream, LogarithmAgreesWithTheLibrary) {
  for (double x = 1e-12; x < 1; x *= 1.001) {
    EXPECT_NEAR(portable_log(x), std::log(x), 2e-15 * std::abs(std::log(x))) << x;
  }
  EXPECT_EQ(portable_log(1), 0);
}

TEST(RandomStream, NeighbouringStreamsAreUnrelated) {
  double product = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    product += RandomStream(1, static_cast<std::uint64_t>(i)).normal_pair()[0] *
               RandomStream(1, static_cast<std::uint64_t>(i) + 1).normal_pair()[0];
  }
  EXPECT_NEAR(product / count, 0, 5 / std::sqrt(count));
}

TEST(Synthetic, NoiseIsStandardNormal) {
  const Dataset data = make_synthetic(options_of(20000, 50, 0, 0));
  const auto& sample = values(data);
  const double error = 5 / std::sqrt(static_cast<double>(sample.size()));  // five standard deviations of the mean
  EXPECT_NEAR(mean_of(sample, [](double x) { return x; }), 0, error);
  EXPECT_NEAR(mean_of(sample, [](double x) { return x * x; }), 1, error * std::sqrt(2));
  EXPECT_NEAR(mean_of(sample, [](double x) { return x * x * x; }), 0, error * std::sqrt(15));
  EXPECT_NEAR(mean_of(sample, [](double x) { return x * x * x * x; }), 3, error * std::sqrt(96));
  EXPECT_NEAR(mean_of(sample, [](double x) { return x > 3; }), 0.0013499, error * 0.0367);
  EXPECT_NEAR(mean_of(sample, [](double x) { return std::abs(x) < 0.1; }), 0.0796557, error * 0.27);
}

TEST(Synthetic, RowsScatterAroundTheCentroidOfTheirClass) {
  constexpr std::int64_t features = 20;
  const Dataset data = make_synthetic(options_of(20000, features, 0, 3));
  const auto& sample = values(data);
  double distance = 0;  // between the class means, per feature and squared: 2 · separation² on average
  for (std::int64_t j = 0; j < features; ++j) {
    std::vector<double> sum(2), square(2), count(2);
    for (std::int64_t i = 0; i < data.rows; ++i) {
      const auto k = static_cast<std::size_t>(data.labels.of_row[static_cast<std::size_t>(i)]);
      const double x = sample[static_cast<std::size_t>(i * features + j)];
      sum[k] += x;
      square[k] += x * x;
      count[k] += 1;
    }
    for (const std::size_t k : {0U, 1U}) {
      EXPECT_NEAR(square[k] / count[k] - std::pow(sum[k] / count[k], 2), 1, 0.1);
      EXPECT_NEAR(count[k], 10000, 500);
    }
    distance += std::pow(sum[0] / count[0] - sum[1] / count[1], 2) / features;
  }
  EXPECT_GT(distance, 5);
  EXPECT_LT(distance, 50);
}

/// The components whose centroids are zero, seen from rows whose other components are huge.
std::vector<std::int64_t> zero_components(double sparsity) {
  const Dataset data = make_synthetic(options_of(50, 200, sparsity, 1e6));
  std::vector<std::int64_t> zeros;
  for (std::int64_t j = 0; j < data.features; ++j) {
    bool is_small = true;
    for (std::int64_t i = 0; i < data.rows; ++i) {
      is_small &= std::abs(values(data)[static_cast<std::size_t>(i * data.features + j)]) < 10;
    }
    if (is_small) zeros.push_back(j);
  }
  return zeros;
}

TEST(Synthetic, SparsityIsTheShareOfZeroComponents) {
  EXPECT_EQ(zero_components(0).size(), 0U);
  EXPECT_EQ(zero_components(0.25).size(), 50U);
  EXPECT_EQ(zero_components(1).size(), 200U);
}

TEST(Synthetic, MoreSparsityKeepsTheZeros) {
  const auto few = zero_components(0.2), many = zero_components(0.6);
  EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

TEST(Synthetic, SameSeedSameRows) {
  auto options = options_of(100, 7, 0.3);
  const auto first = make_synthetic(options).checksum();
  EXPECT_EQ(make_synthetic(options).checksum(), first);
  options.seed = 2;
  EXPECT_NE(make_synthetic(options).checksum(), first);
}

TEST(Synthetic, BitsAreTheSameOnEveryMachine) {
  const TemporaryFolder folder;
  write_synthetic(options_of(3, 4, 0.5), folder.file("out"));
  EXPECT_EQ(contents(folder.file("out")),
            "-1 1:-0.35328647 2:0.772179 3:0.6991711 4:0.18057574\n"
            "+1 1:-0.016881231 2:0.3037698 3:2.6374094 4:1.3342159\n"
            "-1 1:-1.9491807 2:0.5998324 3:-2.1132357 4:-0.71053034\n");

  const Dataset data = make_synthetic(options_of(1000, 50, 0.5));
  std::uint64_t mixed = 0;
  for (const double x : values(data)) mixed = mix_bits(mixed + std::bit_cast<std::uint32_t>(static_cast<float>(x)));
  EXPECT_EQ(mixed, 37719472579560808U);
}

TEST(Synthetic, RowsDoNotDependOnTheirNumber) {
  const Dataset few = make_synthetic(options_of(10, 5, 0.4)), many = make_synthetic(options_of(1000, 5, 0.4));
  auto first = plain_rows(many);
  first.resize(10);
  EXPECT_EQ(plain_rows(few), first);
}

TEST(Synthetic, TextAndMemoryAgree) {
  const TemporaryFolder folder;
  const auto path = folder.file("synthetic.svm");
  for (const auto separation : {1.0, 1e-3, 1e20}) {
    const auto options = options_of(500, 9, 0.4, separation);
    write_synthetic(options, path);
    for (const auto precision : {Precision::float32, Precision::float64}) {
      ReadOptions reading;
      reading.precision = precision;
      const Dataset read = read_text(contents(path), reading), made = make_synthetic(options, precision);
      EXPECT_EQ(plain_rows(read), plain_rows(made));
      EXPECT_EQ(read.checksum(), made.checksum());
    }
  }
}

TEST(Synthetic, ReportsProgressUpToOne) {
  const TemporaryFolder folder;
  std::vector<double> shares;
  write_synthetic(options_of(5000, 50), folder.file("out"), [&](double share) { shares.push_back(share); });
  EXPECT_GE(shares.size(), 3U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
}

TEST(Synthetic, FullDiskIsAnInputOutputError) {
  try {
    write_synthetic(options_of(10, 3), "/dev/full");
    FAIL() << "written";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input_output);
  }
}

std::string complaint(const SyntheticOptions& options) {
  try {
    make_synthetic(options);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Synthetic, BadOptionsAreNamed) {
  EXPECT_EQ(complaint(options_of(0, 5)), "--rows must be at least 1, not 0");
  EXPECT_EQ(complaint(options_of(5, 0)), "--features must be between 1 and 2147483647, not 0");
  EXPECT_EQ(complaint(options_of(5, 5, 1.5)), "--sparsity must be between 0 and 1, not 1.5");
  EXPECT_EQ(complaint(options_of(5, 5, NAN)), "--sparsity must be between 0 and 1, not nan");
  EXPECT_EQ(complaint(options_of(5, 5, 0, -1)), "--separation must be between 0 and 1e30, not -1");
}

}  // namespace
}  // namespace smsvm
