#include "checkpoint/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "smsvm/error.hpp"
#include "util/byte_stream.hpp"

namespace smsvm {
namespace {

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void CheckpointOptions::check() const {
  if (every_passes && !(*every_passes > 0))
    throw OptionError(fmt::format("--checkpoint-every is {}; it must be a number of passes > 0", *every_passes));
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (file == "-" || resume == "-" || (!file.empty() && exists(status) && !is_regular_file(status)))
    throw OptionError("--checkpoint and --resume need a plain file: it is replaced time and again");
}

Recorder::Recorder(CheckpointOptions options, std::size_t most_pending_bytes)
    : options_(std::move(options)), most_pending_bytes_(most_pending_bytes) {
  options_.check();
  if (!options_.resume.empty()) {
    saved_ = std::make_unique<SavedRun>(options_.resume);
    saved_exists_ = true;
    remaining_ = saved_->answers();
    seconds_before_ = remaining_ > 0 ? 0 : saved_->seconds();
    limit_in_effect_ = saved_->limit_on_passes();
  }
  if (!options_.file.empty()) writer_.emplace(options_.file, saved_.get(), options_.given);
}

std::uint64_t Recorder::checksum_of(const Dataset& data, int threads) const {
  return data_checksum_ ? *data_checksum_ : data.checksum(threads);
}

const SavedPass* Recorder::begin(const Identity& identity, std::size_t problems, std::optional<double> pass_limit) {
  pass_limit_ = pass_limit;
  if (live_since_.load() == Clock::time_point{}) {
    last_write_ = Clock::now();
    live_since_ = last_write_;
  }
  if (saved_ && begun_ < saved_->passes().size()) {
    const SavedPass& saved = saved_->passes()[begun_++];
    check_same(saved_->name(), saved.identity, identity);
    if (pass_limit && std::isfinite(limit_in_effect_) && limit_in_effect_ != *pass_limit)
      throw OptionError(
          fmt::format("{}: --max-passes was {} and has ended a part of the run already; resume with the same",
                      saved_->name(), limit_in_effect_));
    return &saved;
  }
  if (is_replaying()) fail_to_follow("it began another problem too early");
  ++begun_;
  if (!is_recording_ || !writer_) return nullptr;
  ByteWriter said;
  write_values(said, identity.traits());
  writer_->append(RecordKind::begin, problems, {.seconds = seconds(), .answer = said.bytes()});
  return nullptr;
}

void Recorder::restore(const std::function<void(const NumberSource& take)>& state) {
  try {
    state([&](std::span<double> numbers) { saved_->take_state(numbers); });
  } catch (const DataError&) {
    throw;
  } catch (const Error& error) {
    throw DataError({saved_->name(), 0, 0}, error.what(), "a checkpoint as it was written");
  }
  saved_->expect_end_of_state();
}

void Recorder::expect_in_state(double numbers) const { saved_->expect_in_state(numbers); }

void Recorder::count_replayed(const SavedAnswer& saved) {
  seconds_before_ = std::max(seconds_before_.load(), saved.seconds);
  if (remaining_ > 1) {
    --remaining_;
    return;
  }
  last_write_ = Clock::now();
  live_since_ = last_write_;
  seconds_before_ = saved_->seconds();
  remaining_ = 0;
}

double Recorder::new_seconds() const {
  const Clock::time_point since = live_since_;
  return is_replaying() || since == Clock::time_point{} ? 0 : seconds_between(since, Clock::now());
}

void Recorder::append(RecordKind kind, std::size_t problem, const SavedAnswer& said) {
  if (!is_recording_ || !writer_) return;
  SavedAnswer timed = said;
  timed.seconds = seconds();
  writer_->append(kind, problem, timed);
}

void Recorder::write_if_due(const State& state, double passes_more) {
  passes_since_ += passes_more;
  if (is_recording_ && writer_ && is_due()) write(state);
}

bool Recorder::is_due() const {
  // Where the disk is full what is pending stays so: it is tried again when it is time, not at every answer.
  if (!has_failed_to_write_ && writer_->pending_bytes() > most_pending_bytes_) return true;
  if (options_.every_passes) return passes_since_ >= *options_.every_passes;
  constexpr double seconds_apart = 60, times_its_cost = 20;
  return seconds_between(last_write_, Clock::now()) >= std::max(seconds_apart, times_its_cost * last_write_seconds_);
}

void Recorder::write(const State& state, bool at_limit_on_passes) {
  const auto begin = Clock::now();
  try {
    writer_->write([&](const NumberSink& put) {
      put(std::array{seconds(), std::isfinite(limit_in_effect_) ? limit_in_effect_ : 0.0,
                     at_limit_on_passes ? 1.0 : 0.0});
      state(put);
    });
    written_ = true;
    has_failed_to_write_ = false;
    if (options_.written) options_.written();
  } catch (const Error& error) {
    if (!has_warned_ && options_.warn) options_.warn(fmt::format("{}; the run goes on without", error.what()));
    has_warned_ = true;
    has_failed_to_write_ = true;
  }
  last_write_ = Clock::now();
  last_write_seconds_ = seconds_between(begin, last_write_);
  passes_since_ = 0;
}

void Recorder::note_limit_on_passes(const State& state, bool replaying) {
  if (!pass_limit_ || *pass_limit_ == limit_in_effect_ || !is_recording_) return;
  if (replaying)
    throw OptionError(fmt::format("--max-passes {}: the run had come further when the checkpoint {} was made",
                                  *pass_limit_, saved_->name()));
  if (writer_) write(state, true);
  limit_in_effect_ = *pass_limit_;
}

void Recorder::stop(const State& state) {
  if (!is_recording_) return;
  if (writer_) write(state);
  is_recording_ = false;
}

void Recorder::fail_to_follow(std::string_view why) const {
  throw DataError({saved_->name(), 0, 0}, fmt::format("the run does not take the course of the checkpoint: {}", why),
                  "resume with the same program on a machine of the same kind");
}

Checkpoint::Checkpoint(CheckpointOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}
Checkpoint::~Checkpoint() = default;
void Checkpoint::know_data(std::uint64_t checksum) { parts_->recorder.know_data(checksum); }
double Checkpoint::saved_seconds() const { return parts_->recorder.saved_seconds(); }
bool Checkpoint::is_replaying() const { return parts_->recorder.is_replaying(); }
double Checkpoint::new_seconds() const { return parts_->recorder.new_seconds(); }
double Checkpoint::seconds() const { return parts_->recorder.seconds(); }
bool Checkpoint::exists() const { return parts_->recorder.exists(); }

}  // namespace smsvm
