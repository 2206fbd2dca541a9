#include "util/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "smsvm/error.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;
using testing::HasSubstr;

void save(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

/// The error that saving gives, or usage if it gives none.
ErrorKind failure_of_saving(const std::string& path, std::string_view bytes) {
  try {
    save(path, bytes);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(path));
    return error.kind();
  }
  return ErrorKind::usage;
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

/// No file may grow beyond so many bytes: a full disk for the duration of a test.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit old_{};
};

TEST(AtomicFile, HoldsWhatWasWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  const std::string large(300'000, 'x');
  AtomicFile file(path);
  file.write("first ");
  file.write(large);
  file.write("");
  file.write(" last");
  EXPECT_FALSE(std::filesystem::exists(path)) << "nothing may appear before commit";
  file.commit();
  EXPECT_EQ(contents(path), "first " + large + " last");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, WithoutCommitTheOldFileStaysAndNothingIsLeftBehind) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  put(path, "old");
  {
    AtomicFile file(path);
    file.write("new");
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, AFullDiskLeavesTheOldFileIntact) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  put(path, "old");
  const std::string large(1 << 20, 'x');
  {
    const FileSizeLimit limit(100'000);
    EXPECT_EQ(failure_of_saving(path, large), ErrorKind::input_output);
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, CannotBeCommittedAfterAFailedWrite) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  AtomicFile file(path);
  {
    const FileSizeLimit limit(1000);
    EXPECT_THROW(file.write(std::string(1 << 20, 'x')), Error);
  }
  EXPECT_THROW(file.commit(), Error);
  EXPECT_EQ(folder.entries(), 0);
}

TEST(AtomicFile, ReportsAFullDevice) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_EQ(failure_of_saving("/dev/full", "bytes"), ErrorKind::input_output);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(AtomicFile, WritesDevicesInPlace) {
  EXPECT_NO_THROW(save("/dev/null", "bytes"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, WritesPipesInPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string received;
  std::jthread reader([&] { received = contents(path); });
  save(path, "through the pipe");
  reader.join();
  EXPECT_EQ(received, "through the pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(AtomicFile, WritesStandardOutput) {
  testing::internal::CaptureStdout();
  save("-", "to standard output");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "to standard output");
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_GE(::fcntl(STDOUT_FILENO, F_GETFD), 0) << "standard output must stay open";
}

TEST(AtomicFile, RefusesAMissingFolderAndAFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(failure_of_saving(folder.file("missing/out"), "x"), ErrorKind::cannot_create);
  EXPECT_EQ(failure_of_saving(folder.path(), "x"), ErrorKind::cannot_create);
  EXPECT_EQ(failure_of_saving("", "x"), ErrorKind::cannot_create);
}

TEST(AtomicFile, RefusesAReadOnlyFolderAndAReadOnlyFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  put(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0400), 0);
  EXPECT_EQ(failure_of_saving(path, "x"), ErrorKind::cannot_create);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0500), 0);
  EXPECT_EQ(failure_of_saving(folder.file("other"), "x"), ErrorKind::cannot_create);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
  EXPECT_EQ(contents(path), "old");
}

TEST(AtomicFile, KeepsPermissionBits) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  for (const unsigned mode : {0600U, 0640U, 0666U, 0755U}) {
    put(path, "old");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    save(path, "new");
    EXPECT_EQ(mode_of(path), mode);
    EXPECT_EQ(contents(path), "new");
  }
}

TEST(AtomicFile, NewFilesObeyTheUmask) {
  const TemporaryFolder folder;
  const mode_t old = ::umask(027);
  save(folder.file("out"), "new");
  ::umask(old);
  EXPECT_EQ(mode_of(folder.file("out")), 0640U);
}

TEST(AtomicFile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("inner"));
  std::filesystem::create_symlink("inner/target", folder.file("second"));
  std::filesystem::create_symlink("second", folder.file("first"));
  for (const std::string_view bytes : {"made through a dangling link", "replaced through the link"}) {
    save(folder.file("first"), bytes);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("second")));
    EXPECT_EQ(contents(folder.file("inner/target")), bytes);
  }
}

TEST(AtomicFile, TakesTheLongestFileName) {
  const TemporaryFolder folder;
  const std::string path = folder.file(std::string(255, 'n'));
  save(path, "bytes");
  EXPECT_EQ(contents(path), "bytes");
}

TEST(AtomicFile, WritersOfOneTargetDoNotDisturbEachOther) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  const std::array<std::string, 4> texts = {std::string(100'000, 'a'), std::string(100'000, 'b'),
                                            std::string(100'000, 'c'), std::string(100'000, 'd')};
  {
    std::vector<std::jthread> writers;
    for (const std::string& text : texts) {
      writers.emplace_back([&path, &text] {
        for (int i = 0; i < 20; ++i) save(path, text);
      });
    }
  }
  EXPECT_THAT(texts, testing::Contains(contents(path)));
  EXPECT_EQ(folder.entries(), 1);
}

}  // namespace
}  // namespace smsvm
