#include "data/distributed_read.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>

#include "data/libsvm_lines.hpp"
#include "data/rank_path.hpp"
#include "data/row_message.hpp"
#include "distributed/thread_ranks.hpp"
#include "rows/make_pass.hpp"
#include "smsvm/error.hpp"
#include "smsvm/row_order.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"
#include "smsvm/store.hpp"
#include "worker/worker.hpp"

namespace smsvm {
namespace {

using test::ThreadRanks;

class DistributedRead : public testing::Test {
 protected:
  DistributedRead() : folder_(std::filesystem::temp_directory_path() / ("smsvm-ranks-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~DistributedRead() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& text, const std::string& name = "data.svm") const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

 private:
  std::filesystem::path folder_;
};

/// Calls work(data) on rank 0 of so many, which all read the file.
void with_ranks(int size, const std::string& path, const ReadOptions& options,
                const std::function<void(Dataset&)>& work) {
  ThreadRanks(size).run([&](Communicator& ranks) {
    if (!ranks.is_first()) {
      serve(ranks);
      return;
    }
    try {
      Dataset data = read_on_ranks(path, options, ranks);
      work(data);
    } catch (...) {
      finish(ranks, 1);
      throw;
    }
    finish(ranks, 0);
  });
}

/// The blocks, byte for byte.
std::string bytes_of(const Rows& rows) {
  Message message;
  std::visit(
      [&](const auto& matrix) {
        message.add_all(matrix.first_row);
        for (const auto& block : matrix.blocks) write(message, block);
      },
      rows);
  return message.take();
}

/// The blocks of all ranks, as a solver has them handed out.
Rows handed_out(const Dataset& distributed) {
  const Target target{std::vector<std::int8_t>(static_cast<std::size_t>(distributed.rows), 1), {}};
  return test::make_pass(distributed, {target}, false, 1, 1, {})->hold(0).blocks;
}

void expect_same(const Dataset& distributed, const Dataset& alone) {
  EXPECT_EQ(distributed.rows, alone.rows);
  EXPECT_EQ(distributed.features, alone.features);
  EXPECT_EQ(distributed.width, alone.width);
  EXPECT_EQ(distributed.feature_ids, alone.feature_ids);
  EXPECT_EQ(distributed.warnings, alone.warnings);
  EXPECT_EQ(distributed.labels.distinct, alone.labels.distinct);
  EXPECT_EQ(distributed.labels.count(), alone.labels.count());
  EXPECT_EQ(distributed.all_labels().of_row, alone.labels.of_row);
  EXPECT_EQ(distributed.row_weight, alone.row_weight);
  EXPECT_EQ(distributed.nonzeros(), alone.nonzeros());
  EXPECT_EQ(distributed.precision(), alone.precision());
  EXPECT_EQ(bytes_of(handed_out(distributed)), bytes_of(alone.matrix));
  const auto& order = distributed.all_order();
  ASSERT_EQ(order == nullptr, alone.order == nullptr);
  if (alone.order) {
    EXPECT_TRUE(std::ranges::equal(order->shift(), alone.order->shift()));
  }
}

/// Lines with all that may be between rows; `spread` stretches the feature numbers.
std::string random_text(std::mt19937_64& random, int rows, std::int64_t spread) {
  std::string text = "# data\n";
  for (int row = 0; row < rows; ++row) {
    const char* const labels[] = {"1", "-1", "1.0", "b"};
    text += labels[random() % (row < rows / 2 ? 2 : 4)];
    std::int64_t number = 0;
    for (auto count = random() % 8; count > 0; --count) {
      number += 1 + static_cast<std::int64_t>(random() % 5);
      const char* const values[] = {"1", "0.25", "-3", "0", "1e-60"};
      text += fmt::format(" {}:{}", number * spread, values[random() % 5]);
    }
    const char* const ends[] = {"\n", "\r\n", "\n\n", " # a comment\n", "\n  # 1 1:1\n", "\n \t\r\n"};
    text += ends[random() % 6];
  }
  return text;
}

TEST_F(DistributedRead, EqualsReadingAlone) {
  std::mt19937_64 random(1);
  for (const int rows : {1, 30, 5000, 17000}) {
    for (const std::int64_t spread : {std::int64_t{1}, std::int64_t{1'000'000'000'000}}) {
      const std::string path = file(random_text(random, rows, spread));
      const Dataset alone = read(path);
      for (const int size : {1, 2, 3, 5})
        with_ranks(size, path, {}, [&](Dataset& data) {
          expect_same(data, alone);
          EXPECT_EQ(data.checksum(), alone.checksum());
        });
    }
  }
}

TEST_F(DistributedRead, FilesOfTheRanksAreTheirConcatenation) {
  std::mt19937_64 random(5);
  for (const std::vector<int>& rows : {std::vector{0, 5000}, {3000, 1, 9000}, {4096, 100, 0, 20}}) {
    std::string all;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::string text = random_text(random, rows[k], k + 1);
      file(text.substr(0, text.size() - 1), fmt::format("part-{:03}.svm", k));  // the last line without its end
      all += text;
    }
    const Dataset alone = read(file(all, "all.svm"));
    const std::string parts = file("", "part-{rank:03}.svm");
    with_ranks(static_cast<int>(rows.size()), parts, {}, [&](Dataset& data) {
      EXPECT_EQ(data.warnings.size(), alone.warnings.size());
      data.warnings = alone.warnings;  // which name the file
      expect_same(data, alone);
      EXPECT_EQ(data.checksum(), alone.checksum());
    });
  }
}

TEST_F(DistributedRead, FilesOfTheRanksMustBeTextAndAsManyAsRanks) {
  const std::string path = file("1 1:1\n-1 2:1\n", "part-0.svm");
  const std::string parts = path.substr(0, path.size() - 5) + "{rank}.svm";
  const auto complaint = [&](int size) -> std::string {
    try {
      with_ranks(size, parts, {}, [](Dataset&) { ADD_FAILURE() << "a complaint is missing"; });
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_NE(complaint(2).find("part-1.svm"), std::string::npos);  // is not there
  file("1 1:1\n1 1:x\n", "part-1.svm");
  EXPECT_NE(complaint(2).find("part-1.svm:2:5"), std::string::npos);
  EXPECT_NE(complaint(1).find("as many ranks as files"), std::string::npos);
  file("\x93NUMPY", "part-1.svm");
  EXPECT_NE(complaint(2).find("must be libsvm text"), std::string::npos);
}

TEST(PathForRank, HasTheNumberOfTheRank) {
  EXPECT_EQ(path_for_rank("/a/part-{rank}.svm", 12), "/a/part-12.svm");
  EXPECT_EQ(path_for_rank("{rank:05}", 12), "00012");
  EXPECT_EQ(path_for_rank("{rank:02}", 123), "123");
  for (const char* const plain : {"a", "{rank", "{rank:0}", "{rank:05", "{ranks}", "{}", "{rank:5}"}) {
    EXPECT_FALSE(names_a_file_for_each_rank(plain));
    EXPECT_EQ(path_for_rank(plain, 1), plain);
  }
}

TEST_F(DistributedRead, LongRowsMakeTheSameBlocks) {
  std::string text;
  for (int row = 0; row < 5000; ++row) {
    text += row % 2 == 0 ? "1" : "2";
    for (int j = 1; j <= 100; ++j) text += fmt::format(" {}:{}", j, row % 7 + j);
    text += "\n";
  }
  const std::string path = file(text);
  ReadOptions options;
  options.precision = Precision::float64;
  const Dataset alone = read(path, options);
  with_ranks(3, path, options, [&](Dataset& data) { expect_same(data, alone); });
}

TEST_F(DistributedRead, StoresAndWhatMustBeDealtOut) {
  std::mt19937_64 random(2);
  const std::string text = file(random_text(random, 13000, 1)), store = text + ".store";
  convert(text, store);
  std::string table = "y,w,a,b\n";
  for (int row = 0; row < 9000; ++row) table += row % 3 == 0 ? "u,1,2,0\n" : "v,0.5,3.5,1\n";
  const std::string csv = file(table, "data.csv");
  ReadOptions with_weights;
  with_weights.weight_column = "w";
  for (const int size : {2, 4}) {
    const Dataset from_store = read(store), from_csv = read(csv, with_weights);
    ASSERT_NE(from_store.order, nullptr);
    with_ranks(size, store, {}, [&](Dataset& data) {
      expect_same(data, from_store);
      EXPECT_EQ(data.checksum(), read(text).checksum());
    });
    with_ranks(size, csv, with_weights, [&](Dataset& data) {
      expect_same(data, from_csv);
      EXPECT_EQ(data.feature_names, from_csv.feature_names);
    });
  }
}

TEST_F(DistributedRead, TheFirstComplaintIsThatOfReadingAlone) {
  std::mt19937_64 random(3);
  const std::string good = random_text(random, 6000, 1);
  for (const std::string& bad :
       {good + "1 2:x\n" + good, good + good + "1 0:1\n" + "1 2:y\n", std::string("# no row\n"), std::string()}) {
    const std::string path = file(bad);
    std::string expected;
    try {
      read(path);
    } catch (const DataError& error) {
      expected = error.what();
    }
    EXPECT_FALSE(expected.empty());
    try {
      with_ranks(3, path, {}, [](Dataset&) { ADD_FAILURE() << "a complaint is missing"; });
    } catch (const DataError& error) {
      EXPECT_EQ(error.what(), expected);
    }
  }
}

TEST_F(DistributedRead, RowsAreKeptAndScalesFound) {
  std::mt19937_64 random(4);
  const std::string text = file(random_text(random, 14000, 1)), store = text + ".store";
  convert(text, store);
  std::vector<std::int64_t> kept;
  std::vector<double> weight;
  for (std::int64_t row = 0; row < 14000; ++row) {
    if (random() % 3 == 0) kept.push_back(row);
    weight.push_back(static_cast<double>(random() % 5) / 4);
  }
  for (const std::string& path : {text, store}) {
    const Dataset alone = read(path), fewer = keep_rows(alone, kept);
    for (const int size : {2, 3}) {
      with_ranks(size, path, {}, [&](Dataset& data) {
        for (const Scale scale : {Scale::minmax, Scale::standard})
          EXPECT_EQ(feature_scale(data, scale, weight), feature_scale(alone, scale, weight));
        expect_same(keep_rows(data, kept), fewer);
      });
    }
  }
}

TEST(LinesOfText, AreCountedAsTheReaderDoes) {
  const libsvm::LineCount count = libsvm::count_lines("1 1:1\n\n # x\n\r\n \t\r\r\n-1\r\n#\n+1");
  EXPECT_EQ(count.lines, 8);
  EXPECT_EQ(count.rows, 3);
}

}  // namespace
}  // namespace smsvm
