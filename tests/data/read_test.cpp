// Files as the caller gives them: opened, mapped or read, decompressed, told apart by name and first bytes.

#include "smsvm/read.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "data/format.hpp"
#include "data/libsvm_text.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::plain_rows;
using test::read_text;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;

class Folder : public testing::Test {
 protected:
  ~Folder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string write_gzip(const std::string& name, const std::string& content) const {
    const gzFile file = gzopen(path(name).c_str(), "wb");
    gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
    gzclose(file);
    return path(name);
  }

 private:
  static std::filesystem::path make() {
    std::string name = (std::filesystem::temp_directory_path() / "smsvm-read-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
  }
  std::filesystem::path folder_ = make();
};

using Read = Folder;

template <class Call>
std::pair<ErrorKind, std::string> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  return {};
}

const std::string two_lines = "1 1:0.5 3:2\n-1 2:1\n";

TEST_F(Read, ReadsAFile) { EXPECT_EQ(plain_rows(read(write("t.svm", two_lines))), plain_rows(read_text(two_lines))); }

TEST_F(Read, ReadsACompressedFileWhateverItsName) {
  EXPECT_EQ(plain_rows(read(write_gzip("t.svm.gz", two_lines))), plain_rows(read_text(two_lines)));
  EXPECT_EQ(plain_rows(read(write_gzip("t.svm", two_lines))), plain_rows(read_text(two_lines)));
  EXPECT_EQ(plain_rows(read(write("plain.gz", two_lines))), plain_rows(read_text(two_lines)));
}

TEST_F(Read, TellsFormatsApartByTheirNames) {
  using namespace std::string_view_literals;
  EXPECT_EQ(format_of("a.csv", ""), Format::csv);
  EXPECT_EQ(format_of("a.TSV.gz", ""), Format::csv);
  EXPECT_EQ(format_of("a.npy.xz", ""), Format::npy);
  EXPECT_EQ(format_of("a.npz", ""), Format::npz);
  EXPECT_EQ(format_of("a.csv/data", ""), Format::libsvm);
  EXPECT_EQ(format_of("a.gz", "1 1:1\n"), Format::libsvm);
  EXPECT_EQ(format_of("-", "\x93NUMPY\1\0"sv), Format::npy);
  EXPECT_EQ(format_of("-", "PK\3\4"), Format::npz);
  EXPECT_EQ(format_of("-", "PK 1:1\n"), Format::libsvm);
}

TEST_F(Read, ReadsCommaSeparatedValues) {
  const Dataset data = read(write("t.csv", "label,a,b\n1,0.5,0\n-1,0,2\n"));
  EXPECT_EQ(data.rows, 2);
  EXPECT_EQ(data.features, 2);
  EXPECT_EQ(data.checksum(), read_text("1 1:0.5\n-1 2:2\n").checksum());
}

TEST_F(Read, ReadsAPipe) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(pipe) << two_lines; });
  EXPECT_EQ(plain_rows(read(pipe)), plain_rows(read_text(two_lines)));
}

TEST_F(Read, ReadsStandardInput) {
  const std::string file = write("t.svm", two_lines), bad = write("bad.svm", "1 x\n");
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(file.c_str(), "r", stdin), nullptr);
  EXPECT_EQ(plain_rows(read("-")), plain_rows(read_text(two_lines)));
  ASSERT_NE(std::freopen(bad.c_str(), "r", stdin), nullptr);
  EXPECT_THAT(error_of([] { read("-"); }).second, testing::StartsWith("<stdin>:1:3: 'x' without a colon"));
  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST_F(Read, SaysWhatCannotBeOpened) {
  const auto missing = error_of([&] { read(path("missing.svm")); });
  EXPECT_EQ(missing.first, ErrorKind::no_input);
  EXPECT_THAT(missing.second, EndsWith("missing.svm: No such file or directory"));
  const auto folder = error_of([&] { read(path("")); });
  EXPECT_EQ(folder.first, ErrorKind::no_input);
  EXPECT_THAT(folder.second, EndsWith(": Is a directory"));
}

TEST_F(Read, SaysThatAFileIsEmpty) {
  const auto error = error_of([&] { read(write("empty.svm", "")); });
  EXPECT_EQ(error.first, ErrorKind::bad_data);
  EXPECT_THAT(error.second, EndsWith("empty.svm: the file is empty; at least one row is expected"));
}

TEST_F(Read, SaysThatACompressedFileIsTruncated) {
  const std::string file = write_gzip("t.svm.gz", two_lines);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  const auto error = error_of([&] { read(file); });
  EXPECT_EQ(error.first, ErrorKind::bad_data);
  EXPECT_EQ(error.second, file + ": the gzip stream is truncated; the file ends too early");
}

TEST_F(Read, CheckReportsEveryComplaint) {
  const CheckReport report = check(write("t.svm", "1 1:1\n1 1:x\n1 qid:1 2:1\n1 2:y\n"));
  ASSERT_THAT(report.complaints, SizeIs(2));
  EXPECT_THAT(report.complaints[0].first.what(), HasSubstr("t.svm:2:5: value 'x'; a number is expected"));
  EXPECT_THAT(report.complaints[1].first.what(), HasSubstr("t.svm:4:5: value 'y'; a number is expected"));
  EXPECT_FALSE(report.more);
  EXPECT_EQ(report.rows, 2);
  EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("qid is ignored (1 in all)")));
}

TEST_F(Read, CheckStopsAtTheLimit) {
  const CheckReport report = check(write("t.svm", "1 1:x\n1 1:x\n1 1:x\n"), {}, 2);
  EXPECT_THAT(report.complaints, SizeIs(2));
  EXPECT_TRUE(report.more);
}

TEST_F(Read, CheckReportsWhatEndsTheReading) {
  const std::string file = write_gzip("t.svm.gz", two_lines);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  const CheckReport report = check(file);
  ASSERT_THAT(report.complaints, SizeIs(1));
  EXPECT_THAT(report.complaints[0].first.what(), HasSubstr("truncated"));
  EXPECT_EQ(report.rows, 0);
}

}  // namespace
}  // namespace smsvm
