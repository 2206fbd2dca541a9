#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "checkpoint/format.hpp"
#include "smsvm/checkpoint.hpp"
#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "solver/problems.hpp"
#include "util/checksum.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::Instance;
using test::precise;

/// With few features; and with many, when there is an ascent to go on with.
class DamagedCheckpoint : public testing::TestWithParam<std::size_t> {
 protected:
  DamagedCheckpoint() {
    std::mt19937_64 random(1);
    instance_ = test::random_instance(random, 12, GetParam());
    instance_.penalty.l2 = 1e-3;
    data_ = instance_.data();
    const std::string file = folder_.file("kept");
    Checkpoint checkpoint({.file = file,
                           .resume = {},
                           .every_passes = 1e-9,
                           .warn = {},
                           .written =
                               [&] {
                                 if (++count_ == 3) bytes_ = contents(file);
                               },
                           .given = {{"DATA", "rows"}, {"--strict", ""}}});
    SolverOptions options = precise(1e-9);
    options.checkpoint = &checkpoint;
    train(data_, instance_.target(), instance_.penalty, options);
  }

  void open(std::string_view bytes) {
    test::put(file_, bytes);
    const Checkpoint checkpoint({.file = {}, .resume = file_, .every_passes = {}, .warn = {}, .written = {}});
  }
  void resume(std::string_view bytes) {
    test::put(file_, bytes);
    Checkpoint checkpoint({.file = {}, .resume = file_, .every_passes = {}, .warn = {}, .written = {}});
    SolverOptions options = precise(1e-9);
    options.checkpoint = &checkpoint;
    train(data_, instance_.target(), instance_.penalty, options);
  }

  /// Every byte of both ends, and every seventh of what is between them: making files takes its time.
  std::size_t step(std::size_t at) const { return at < 100 || at + 100 > bytes_.size() ? 1 : 17; }

  test::TemporaryFolder folder_;
  std::string file_ = folder_.file("damaged");
  Instance instance_;
  Dataset data_;
  int count_ = 0;
  std::string bytes_;
};

TEST_P(DamagedCheckpoint, WholeIsTaken) {
  ASSERT_FALSE(bytes_.empty());
  EXPECT_NO_THROW(resume(bytes_));
}

TEST_P(DamagedCheckpoint, CutShortAnywhereIsRefused) {
  for (std::size_t size = 0; size < bytes_.size(); size += step(size))
    EXPECT_THROW(open(bytes_.substr(0, size)), Error) << size;
  EXPECT_THROW(open(bytes_ + '\0'), DataError);
}

TEST_P(DamagedCheckpoint, EveryAlteredByteIsFound) {
  for (std::size_t at = 0; at < bytes_.size(); at += step(at)) {
    std::string altered = bytes_;
    altered[at] = static_cast<char>(altered[at] ^ (1 << at % 8));
    EXPECT_THROW(open(altered), DataError) << at;
  }
}

/// Somebody who also corrects the checksum can make a run end elsewhere, but not crash.
TEST_P(DamagedCheckpoint, AlteredOnPurposeIsHarmless) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 500; ++k) {
    std::string altered = bytes_;
    const std::size_t body = altered.size() - checkpoint_tail_bytes;
    for (std::uint64_t n = 0; n <= random() % 3; ++n) {
      const std::size_t at = checkpoint_head_bytes + random() % (body - checkpoint_head_bytes);
      altered[at] = static_cast<char>(random() % 4 == 0 ? 0xff : random());
    }
    const std::size_t summed = body + 2 * sizeof(std::uint64_t);
    const std::uint64_t checksum = Checksum::of(std::string_view(altered).substr(0, summed));
    std::memcpy(altered.data() + summed, &checksum, sizeof checksum);
    try {
      resume(altered);
    } catch (const Error&) {
    }
  }
}

TEST_P(DamagedCheckpoint, OtherFilesAreRefused) {
  EXPECT_THROW(open("solver_type L2R_L1LOSS_SVC_DUAL\n"), DataError);
  EXPECT_THROW(Checkpoint({.file = {}, .resume = folder_.file("none"), .every_passes = {}, .warn = {}, .written = {}}),
               Error);
}

INSTANTIATE_TEST_SUITE_P(Features, DamagedCheckpoint, testing::Values(2, 20));

}  // namespace
}  // namespace smsvm
