#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "checkpoint/checkpoint_writer.hpp"
#include "checkpoint/format.hpp"
#include "checkpoint/identity.hpp"
#include "checkpoint/problem_state.hpp"
#include "checkpoint/saved_run.hpp"
#include "smsvm/checkpoint.hpp"

namespace smsvm {

/// The log of a whole run, the file it is kept in, and the time spent. The passes of a run
/// follow one another, and each uses it under a lock of its own.
class Recorder {
 public:
  /// Puts the state of all rows.
  using State = std::function<void(const NumberSink& put)>;

  static constexpr std::size_t usual_pending_bytes = std::size_t{256} << 20;

  /// `most_pending_bytes`: so many are kept in memory until they are written, whatever the options say.
  explicit Recorder(CheckpointOptions options, std::size_t most_pending_bytes = usual_pending_bytes);

  void know_data(std::uint64_t checksum) { data_checksum_ = checksum; }
  std::uint64_t checksum_of(const Dataset& data, int threads) const;
  double saved_seconds() const { return saved_ ? saved_->seconds() : 0; }

  /// Begins the next pass. Returns what the log has of it, if anything; throws if that was another one.
  /// `pass_limit`: --max-passes, where it may change; what it has decided is then watched (see note_limit_on_passes).
  const SavedPass* begin(const Identity& identity, std::size_t problems, std::optional<double> pass_limit);
  /// Whether the log ends in this pass, which is the one begun last: the state of its rows is then to be put back.
  bool log_ends_here() const { return saved_ && begun_ == saved_->passes().size(); }
  void restore(const std::function<void(const NumberSource& take)>& state);
  /// Throws unless so many numbers can still come.
  void expect_in_state(double numbers) const;

  /// Something was taken from the log.
  void count_replayed(const SavedAnswer& saved);
  /// Something was answered; once it is time, that and all before is written.
  void append(RecordKind kind, std::size_t problem, const SavedAnswer& said);
  void write_if_due(const State& state, double passes_more);

  /// The limit on passes is about to change what is done. Until now the run was that of any larger limit, and is kept
  /// as such; from here on it is one with just this limit.
  void note_limit_on_passes(const State& state, bool replaying);
  void end_log() { is_recording_ = false; }  ///< nothing more is written
  /// The run is about to end before it is done. It is kept as it is; nothing is recorded any more.
  void stop(const State& state);
  bool is_recording() const { return is_recording_; }
  bool writes() const { return writer_.has_value(); }
  [[noreturn]] void fail_to_follow(std::string_view why) const;

  // Asked by any thread.
  bool is_replaying() const { return remaining_ > 0; }
  double seconds() const { return seconds_before_ + new_seconds(); }
  double new_seconds() const;
  bool exists() const { return saved_exists_ || written_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due() const;
  void write(const State& state, bool at_limit_on_passes = false);

  CheckpointOptions options_;
  std::size_t most_pending_bytes_;
  std::optional<std::uint64_t> data_checksum_;
  std::unique_ptr<SavedRun> saved_;
  std::optional<CheckpointWriter> writer_;  ///< none: there is no file to write
  bool saved_exists_ = false;
  std::size_t begun_ = 0;  ///< passes

  std::optional<double> pass_limit_;  ///< of the pass at hand
  double limit_in_effect_ = std::numeric_limits<double>::infinity();
  bool is_recording_ = true, has_warned_ = false;
  bool has_failed_to_write_ = false;  ///< when it was last tried
  std::atomic<bool> written_ = false;

  std::atomic<std::int64_t> remaining_ = 0;      ///< answers of the log that were not taken yet
  std::atomic<double> seconds_before_ = 0;       ///< by the log
  std::atomic<Clock::time_point> live_since_{};  ///< none: not begun

  double passes_since_ = 0;  ///< the last checkpoint
  Clock::time_point last_write_{};
  double last_write_seconds_ = 0;
};

struct SMSVM_NO_EXPORT Checkpoint::Parts {
  explicit Parts(CheckpointOptions options) : recorder(std::move(options)) {}
  Recorder recorder;
};

}  // namespace smsvm
