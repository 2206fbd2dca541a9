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

TEST(Recorder, KeepsTheOptionsOfTheRunAndWhetherItHasComeToItsLimitOnPasses) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("kept");
  constexpr double limit = 3;
  const auto no_rows = [](const NumberSink&) {};
  const auto begin = [&](Recorder& recorder) {
    recorder.know_data(0);
    recorder.begin(Identity(), 0, limit);
  };
  const auto given_in_file = [&] {
    std::string text;
    for (const auto& [name, value] : SavedRun::given_in(file).options) text += name + "=" + value + " ";
    return text;
  };

  Recorder first({.file = file,
                  .resume = {},
                  .every_passes = {},
                  .warn = {},
                  .written = {},
                  .given = {{"DATA", "rows of mine"}, {"--l2", "1"}, {"--strict", ""}}});
  begin(first);
  first.write_if_due(no_rows, 0);
  first.note_limit_on_passes(no_rows, false);
  EXPECT_EQ(given_in_file(), "DATA=rows of mine --l2=1 --strict= ");
  EXPECT_TRUE(SavedRun::given_in(file).at_limit_on_passes);

  Recorder second({.file = file,
                   .resume = file,
                   .every_passes = 1,
                   .warn = {},
                   .written = {},
                   .given = {{"DATA", "the same rows"}}});
  begin(second);
  second.write_if_due(no_rows, 1);
  EXPECT_EQ(given_in_file(), "DATA=the same rows ");
  EXPECT_FALSE(SavedRun::given_in(file).at_limit_on_passes);
}

}  // namespace
}  // namespace smsvm
