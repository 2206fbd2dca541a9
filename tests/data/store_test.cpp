// Stores: what is written comes back, whatever the layout; what was damaged or made up is refused.

#include "smsvm/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "data/block_size.hpp"
#include "data/blocks.hpp"
#include "data/complaints.hpp"
#include "data/in_float.hpp"
#include "data/row_access.hpp"
#include "data/row_dealing.hpp"
#include "data/row_sample.hpp"
#include "data/store_format.hpp"
#include "data/store_reader.hpp"
#include "smsvm/arrays.hpp"
#include "smsvm/error.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::SizeIs;

class Store : public testing::Test {
 protected:
  ~Store() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  static std::string content(const std::string& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.push_back(entry.path().filename());
    return names;
  }

 private:
  static std::filesystem::path make() {
    std::string name = (std::filesystem::temp_directory_path() / "smsvm-store-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
  }
  std::filesystem::path folder_ = make();
};

void expect_same_data(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.feature_ids, b.feature_ids);
  EXPECT_EQ(a.precision(), b.precision());
  EXPECT_TRUE(test::nonzero_values(a) == test::nonzero_values(b));  // too many to be printed
  EXPECT_EQ(a.feature_names, b.feature_names);
  EXPECT_EQ(a.labels.distinct, b.labels.distinct);
  EXPECT_EQ(a.labels.of_row, b.labels.of_row);
  EXPECT_EQ(a.row_weight, b.row_weight);
  EXPECT_EQ(a.nonzeros(), b.nonzeros());
  EXPECT_EQ(a.checksum(), b.checksum());
}

/// Dense columns, columns of ones and others, in more than one block; features from `first` on, `apart` from each
/// other.
std::string store_text(int rows, std::int64_t first = 1, std::int64_t apart = 1) {
  std::mt19937 random(7);
  std::string lines;
  for (int i = 0; i < rows; ++i) {
    lines += random() % 3 == 0 ? "yes" : "-1.0";
    for (int j = 0; j < 40; ++j) {
      const std::string number = std::to_string(first + j * apart);
      if (j < 5) {
        lines += " " + number + ":" + std::to_string(static_cast<int>(random() % 1000)) + ".25";
      } else if (random() % 8 == 0) {
        lines += " " + number + (j % 2 == 0 ? ":1" : ":0." + std::to_string(1 + random() % 9));
      }
    }
    lines += "\n";
  }
  return lines;
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Dataset parse(const std::string& bytes, bool trust = false) {
  Complaints complaints = Complaints::throwing();
  ReadOptions options;
  options.trust_store = trust;
  return read_store(Source::from_bytes(bytes, "t.store"), options, complaints);
}
std::string complaint(const std::string& bytes, bool trust = false) {
  return message([&] { parse(bytes, trust); });
}

TEST_F(Store, HoldsWhatTheTextHolds) {
  const std::string file = write("t.svm", store_text(9000));
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    ReadOptions options;
    options.precision = precision;
    const StoreSummary summary = convert(file, path("t.store"), options);
    const Dataset from_text = read(file, options);
    expect_same_data(read(path("t.store")), from_text);
    EXPECT_EQ(summary.rows, 9000);
    EXPECT_EQ(summary.nonzeros, from_text.nonzeros());
    EXPECT_EQ(summary.classes, 2);
    EXPECT_EQ(summary.bytes, static_cast<std::int64_t>(std::filesystem::file_size(path("t.store"))));
  }
}

TEST_F(Store, IsTheSameFileFromAStreamAndFromMemory) {
  struct Case {
    std::int64_t first, apart;
    IndexBase base;
  };
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  for (const auto& [first, apart, base] :
       {Case{1, 1, IndexBase::one}, Case{0, 1, IndexBase::zero}, Case{0, 1, IndexBase::automatic},
        Case{1, 1, IndexBase::automatic}, Case{1, 30000, IndexBase::one}, Case{65536 - 39, 1, IndexBase::one},
        Case{1, huge, IndexBase::one}, Case{1, huge, IndexBase::automatic}, Case{5000000, 1, IndexBase::one}}) {
    ReadOptions options;
    options.index_base = base;
    const std::string file = write("t.svm", store_text(9000, first, apart));
    convert(file, path("streamed"), options);
    const Dataset in_memory = read(file, options);
    save_store(in_memory, path("saved"));
    EXPECT_EQ(content(path("streamed")), content(path("saved"))) << first << " " << apart;
    expect_same_data(read(path("streamed")), in_memory);
  }
  EXPECT_THAT(files(), SizeIs(3));  // no temporary file is left
}

/// Two groups, and more features than rows have values.
std::string tall_text(std::int64_t rows) {
  std::string lines;
  for (std::int64_t i = 0; i < rows; ++i)
    lines += (i < rows / 2 ? "1 1:" : "2 1:") + std::to_string(i % 9973) + " " + std::to_string(2 + i % 50) + ":1\n";
  return lines;
}

TEST_F(Store, DealsRowsGroupByGroup) {
  const std::int64_t rows = most_group_rows + 10'000;
  const std::string file = write("t.svm", tall_text(rows));
  convert(file, path("t.store"));
  const Dataset data = read(path("t.store")), from_text = read(file);
  ASSERT_NE(data.order, nullptr);
  EXPECT_EQ(from_text.order, nullptr);
  expect_same_data(data, from_text);
  const std::vector<std::int64_t> groups = {most_group_rows, 10'000};
  EXPECT_TRUE(std::ranges::equal(data.order->shift(), dealt_shifts(groups, 1)));
}

/// No block has rows of a sample and others: reading a sample is reading whole blocks, one after the other in a group.
TEST_F(Store, EndsBlocksWhereSamplesEnd) {
  convert(write("t.svm", tall_text(most_group_rows + 10'000)), path("t.store"));
  const Dataset data = read(path("t.store"));
  const RowSample sample(1);
  for (const int level : {1, 2, 3}) {
    int runs = 0;
    bool before = false;
    const auto& matrix = std::get<BlockedRows<float>>(data.matrix);
    for (std::size_t k = 0; k < matrix.blocks.size(); ++k) {
      const bool first = sample.has(data.order->source_row(matrix.first_row[k]), level);
      for (std::int64_t position = matrix.first_row[k]; position < matrix.first_row[k + 1]; ++position)
        ASSERT_EQ(sample.has(data.order->source_row(position), level), first) << level << " " << position;
      EXPECT_LE(matrix.blocks[k].rows, most_block_rows);
      runs += first && !before ? 1 : 0;
      before = first;
    }
    EXPECT_EQ(runs, 2) << level;
  }
}

TEST_F(Store, LeavesTheOrderOfFewRows) {
  convert(write("t.svm", store_text(4095)), path("t.store"));
  EXPECT_EQ(read(path("t.store")).order, nullptr);
}

TEST_F(Store, KeepsNamesAndWeights) {
  const std::string file = write("t.csv", "label,height,w,\"a, b\"\nyes,1,2,3\nno,0,0.5,1\nyes,4,1,0\n");
  ReadOptions options;
  options.weight_column = "w";
  convert(file, path("t.store"), options);
  const Dataset data = read(path("t.store"));
  expect_same_data(data, read(file, options));
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"height", "a, b"}));
  EXPECT_EQ(data.row_weight, (std::vector<double>{2, 0.5, 1}));
}

TEST_F(Store, OfAStoreIsTheSame) {
  for (const int rows : {100, 9000}) {
    convert(write("t.svm", store_text(rows)), path("one"));
    convert(path("one"), path("two"));
    EXPECT_EQ(content(path("one")), content(path("two")));
  }
}

TEST_F(Store, HoldsBorrowedArrays) {
  const std::vector<double> values = {1, 2, 3, 0, 5, 6};
  const std::vector<std::int64_t> start = {0, 2, 2, 3}, column = {0, 4, 3};
  save_store(borrow(DenseArray<double>{values.data(), 3, 2}), path("dense"));
  save_store(borrow(SparseArray<double, std::int64_t>{start.data(), column.data(), values.data(), 3, 5}),
             path("sparse"));
  ReadOptions options;
  options.labels_required = false;
  EXPECT_EQ(read(path("dense"), options).checksum(), borrow(DenseArray<double>{values.data(), 3, 2}).checksum());
  const Dataset sparse = read(path("sparse"), options);
  EXPECT_EQ(sparse.features, 5);
  EXPECT_EQ(sparse.nonzeros(), 3);
  EXPECT_THAT(message([&] { read(path("dense")); }), HasSubstr("no labels"));
}

TEST_F(Store, OfManyEmptyColumnsCanBeRead) {
  std::string header = "label", row = "1";
  for (int j = 0; j < 100000; ++j) header += ",a", row += ",0";
  ReadOptions options;
  options.header = Header::yes;
  convert(write("t.csv", header + "\n" + row + "\n"), path("t.store"), options);
  EXPECT_EQ(read(path("t.store")).features, 100000);
}

TEST_F(Store, OutlivesTheNameOfItsFile) {
  convert(write("t.svm", store_text(5000)), path("t.store"));
  const Dataset data = read(path("t.store"));
  const std::uint64_t before = data.checksum();
  std::filesystem::remove(path("t.store"));
  EXPECT_EQ(Dataset(data).checksum(), before);
}

TEST_F(Store, IsRecognisedByItsFirstBytes) {
  convert(write("t.svm", store_text(10)), path("t.csv"));
  EXPECT_EQ(read(path("t.csv")).rows, 10);
  EXPECT_THAT(message([&] { read(write("other.store", "1 1:1\n")); }), HasSubstr("other.store: not a store"));
}

TEST_F(Store, LeavesNothingBehindWhereTheDataAreBad) {
  const std::string file = write("t.svm", store_text(9000) + "1 x\n");
  write("t.store", "old");
  EXPECT_THAT(message([&] { convert(file, path("t.store")); }), HasSubstr("t.svm:9001:"));
  EXPECT_EQ(content(path("t.store")), "old");
  EXPECT_THAT(files(), SizeIs(2));
}

TEST_F(Store, NoticesEveryAlteredByte) {
  convert(write("t.svm", store_text(60)), path("t.store"));
  std::string bytes = content(path("t.store"));
  ASSERT_EQ(complaint(bytes), "no error");
  for (char& byte : bytes) {
    byte = static_cast<char>(byte ^ 0x10);
    EXPECT_NE(complaint(bytes), "no error") << "byte " << &byte - bytes.data();
    complaint(bytes, true);  // must not crash
    byte = static_cast<char>(byte ^ 0x10);
  }
}

TEST_F(Store, NoticesEveryMissingByte) {
  convert(write("t.svm", store_text(60)), path("t.store"));
  const std::string bytes = content(path("t.store"));
  for (std::size_t size = store_magic.size(); size < bytes.size(); ++size)
    EXPECT_THAT(complaint(bytes.substr(0, size)), HasSubstr("cut short")) << size;
  EXPECT_THAT(complaint(bytes + std::string(64, '\0')), HasSubstr("cut short"));
}

TEST_F(Store, NamesTheVersionItCannotRead) {
  convert(write("t.svm", store_text(10)), path("t.store"));
  std::string bytes = content(path("t.store"));
  bytes[store_magic.size()] = 4;
  EXPECT_EQ(complaint(bytes),
            "t.store: a store in version 4 of the format; this smsvm reads versions 1 to 3: take a newer one, or "
            "convert the data again");
}

TEST_F(Store, OfTheFirstVersionCanBeRead) {
  convert(write("t.svm", store_text(10)), path("t.store"));
  std::string bytes = content(path("t.store"));
  const Dataset data = parse(bytes);
  bytes[store_magic.size()] = 1;  // which had the rows in order, as few rows are now
  expect_same_data(parse(bytes), data);
}

TEST_F(Store, NamesTheDamagedBlocks) {
  convert(write("t.svm", store_text(9000)), path("t.store"));
  std::string bytes = content(path("t.store"));
  bytes[bytes.size() / 2] ^= 1;
  const std::string found = complaint(bytes);
  EXPECT_THAT(found, ContainsRegex("t.store: block [0-9] \\(stored rows [0-9]+ to [0-9]+, at byte "));
  EXPECT_THAT(found, HasSubstr("it does not match its checksum"));
  const CheckReport report = check(write("t.store", bytes));
  EXPECT_THAT(report.complaints, SizeIs(1));
  EXPECT_LT(report.rows, 9000);
}

/// A store in which something was changed with care: all checksums are right.
class ForgedStore : public Store {
 protected:
  ForgedStore() {
    convert(write("t.svm", store_text(60)), path("t.store"), in_float());
    bytes_ = content(path("t.store"));
  }

  template <class Number>
  Number number_at(std::size_t at) const {
    Number number;
    std::memcpy(&number, bytes_.data() + at, sizeof number);
    return number;
  }
  template <class Number>
  void set(std::size_t at, Number number) {
    std::memcpy(bytes_.data() + at, &number, sizeof number);
  }
  std::size_t tail() const { return bytes_.size() - store_tail_bytes; }
  std::size_t tables() const { return number_at<std::uint64_t>(tail()); }
  /// Of the only block: the end of the tables without the zeros after them.
  std::size_t block_entry() const {
    const std::size_t labels = tables() + 2 + 4 * 8 + 3 + 3 * 8;
    std::size_t at = labels + 8;
    for (std::uint64_t k = number_at<std::uint64_t>(labels); k > 0; --k) at += 8 + number_at<std::uint64_t>(at);
    return at + 8 + 8;  // no names, the number of blocks
  }
  void seal() {
    const std::size_t labels = tables() - aligned(60 * sizeof(std::int32_t));
    set(block_entry(), Checksum::of(std::string_view(bytes_).substr(store_head_bytes, labels - store_head_bytes)));
    set(tables() + 2 + 4 * 8 + 3, Checksum::of(std::string_view(bytes_).substr(labels, tables() - labels)));
    set(tail() + 16, Checksum::of(std::string_view(bytes_).substr(tables(), tail() - tables())));
  }
  std::string complaint_now(bool trust = true) {
    seal();
    return complaint(bytes_, trust);
  }

  std::string bytes_;
};

TEST_F(ForgedStore, IsReadIfNothingChanged) { EXPECT_EQ(complaint_now(false), "no error"); }

TEST_F(ForgedStore, IsRefusedWhateverItSays) {
  constexpr std::uint64_t large = std::numeric_limits<std::uint64_t>::max();
  const std::string good = bytes_;
  const std::size_t shape = tables() + 2, block = block_entry();
  const auto refused = [&](const std::string& what) {
    EXPECT_NE(complaint_now(), "no error") << what;
    bytes_ = good;
  };
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 31, std::uint64_t{1} << 40, large}) {
    for (std::size_t field = 0; field < 3; ++field) set(shape + field * 8, number), refused("shape");
    set(block + 8, number), refused("rows of the block");
    set(block + 16, number), refused("columns of the tile");
    set(block + 24, number), refused("listed columns");
    set(block + 36, number), refused("listed ones");
  }
  set(shape + 24, std::uint64_t{1} << 40), refused("nonzeros");
  set<std::uint8_t>(tables() + 1, 1), refused("order of the rows");
  set<std::uint32_t>(block + 32, 3), refused("width of columns");
  set<std::int32_t>(tables() - 256, 2), refused("a label");
  set<std::int32_t>(store_head_bytes, 40), refused("a column of the tile");
  set<std::int32_t>(store_head_bytes, 1), refused("a column of the tile twice");
}

/// Any byte of a block, with the checksum put right: either it is refused, or it is a data set like any other.
TEST_F(ForgedStore, IsSafeToUseWhereItIsNotRefused) {
  const std::string good = bytes_;
  for (std::size_t at = store_head_bytes; at < tables(); ++at) {
    for (const int change : {0x01, 0x80, 0xff}) {
      bytes_[at] = static_cast<char>(bytes_[at] ^ change);
      seal();
      for (const bool trust : {false, true}) {
        try {
          const Dataset data = parse(bytes_, trust);
          data.checksum();
        } catch (const DataError&) {
        }
      }
      bytes_ = good;
    }
  }
}

/// Whatever the groups are said to be, rows are dealt within them, or the file is refused.
TEST_F(Store, IsRefusedWhereGroupsAreWrong) {
  convert(write("t.svm", store_text(9000)), path("t.store"));
  const std::string good = content(path("t.store"));
  std::uint64_t tables = 0;
  std::memcpy(&tables, good.data() + good.size() - store_tail_bytes, sizeof tables);
  std::array<std::uint64_t, 2> groups{1, 9000};
  const std::size_t at = good.rfind(std::string_view(reinterpret_cast<const char*>(groups.data()), sizeof groups));
  ASSERT_NE(at, std::string::npos);
  ASSERT_GT(at, tables);
  const auto with = [&](std::uint64_t count, std::uint64_t rows) {
    std::string bytes = good;
    groups = {count, rows};
    std::memcpy(bytes.data() + at, groups.data(), sizeof groups);
    const std::uint64_t seal =
        Checksum::of(std::string_view(bytes).substr(tables, bytes.size() - store_tail_bytes - tables));
    std::memcpy(bytes.data() + bytes.size() - store_tail_bytes + 16, &seal, sizeof seal);
    return complaint(bytes);
  };
  EXPECT_EQ(with(1, 9000), "no error");
  for (const std::uint64_t rows : {0UL, 8999UL, 9001UL, 1UL << 18, (1UL << 18) + 1, 1UL << 40, ~0UL})
    EXPECT_NE(with(1, rows), "no error") << rows;
  for (const std::uint64_t count : {0UL, 2UL, 1UL << 40, ~0UL}) EXPECT_NE(with(count, 9000), "no error") << count;
}

TEST_F(ForgedStore, WithAValueThatIsNotFiniteIsRefusedUnlessTrusted) {
  set(store_head_bytes + 64, std::numeric_limits<float>::infinity());
  EXPECT_THAT(complaint_now(false), HasSubstr("a value that is not finite"));
  EXPECT_EQ(complaint_now(true), "no error");
}

}  // namespace
}  // namespace smsvm
