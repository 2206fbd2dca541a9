#include "checkpoint/recorder.hpp"

#include <gtest/gtest.h>

#include "smsvm/error.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

TEST(Recorder, DoesNotTryAgainAtOnceWhatCouldNotBeWritten) {
  const test::TemporaryFolder folder;
  int warnings = 0, tries = 0;
  Recorder recorder({.file = folder.file("kept"),
                     .resume = {},
                     .every_passes = 10,
                     .warn = [&](const std::string&) { ++warnings; },
                     .written = {}},
                    100);
  const auto full_disk = [&](const NumberSink&) {
    ++tries;
    throw Error(ErrorKind::input_output, "no space left");
  };
  const std::string answer(1000, 'a');
  for (int k = 0; k < 20; ++k) {
    recorder.append(RecordKind::begin, 0, {.answer = answer});
    recorder.write_if_due(full_disk, 0);
  }
  EXPECT_EQ(tries, 1);
  recorder.write_if_due(full_disk, 10);
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(warnings, 1);

  recorder.write_if_due([](const NumberSink&) {}, 10);
  EXPECT_TRUE(recorder.exists());
  recorder.append(RecordKind::begin, 0, {.answer = answer});
  recorder.write_if_due(full_disk, 0);  // much is pending again
  EXPECT_EQ(tries, 3);
}

}  // namespace
}  // namespace smsvm
