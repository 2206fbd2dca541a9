#include "checkpoint/saved_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "smsvm/error.hpp"
#include "util/byte_stream.hpp"

namespace smsvm {
namespace {

constexpr const char* undamaged = "a checkpoint as it was written";

/// Each problem has a thread and a state of its own: no run has more of them.
constexpr std::uint32_t most_problems = 1 << 20;

}  // namespace

SavedRun::SavedRun(const std::string& path) : SavedRun(Source::open(path)) {
  check();
  read_log(beginning_.substr(checkpoint_head_bytes));
}

SavedRun::SavedRun(Source source) : source_(std::move(source)) {
  cut();
  std::array<double, 3> said{};
  take_state(said);
  seconds_ = said[0];
  limit_on_passes_ = said[1] > 0 ? said[1] : std::numeric_limits<double>::infinity();
  at_limit_on_passes_ = said[2] != 0;
}

void SavedRun::fail(std::string found) const { throw DataError({source_.name(), 0, 0}, std::move(found), undamaged); }

void SavedRun::cut() {
  const std::string_view bytes = source_.bytes();
  if constexpr (std::endian::native != std::endian::little)
    throw Error(ErrorKind::unavailable, "checkpoints can only be used on a little-endian machine");
  if (!bytes.starts_with(checkpoint_magic))
    throw DataError({source_.name(), 0, 0}, "not a checkpoint", "--resume takes a file written by --checkpoint");
  if (bytes.size() < checkpoint_head_bytes + checkpoint_tail_bytes)
    fail(fmt::format("a checkpoint that is cut short, after {} bytes", bytes.size()));
  ByteReader head(source_.name(), bytes.substr(checkpoint_magic.size()), undamaged);
  if (const auto found = head.number<std::uint32_t>(); found != checkpoint_version)
    throw DataError({source_.name(), 0, 0}, fmt::format("a checkpoint in version {} of the format", found),
                    fmt::format("this smsvm reads version {}; resume with the one that wrote it", checkpoint_version));
  if (head.number<std::uint32_t>() != 0) fail("the first bytes were altered");

  const std::string_view tail = bytes.substr(bytes.size() - checkpoint_tail_bytes);
  if (!tail.ends_with(checkpoint_magic)) fail("a checkpoint that is cut short: its end is missing");
  ByteReader from(source_.name(), tail, undamaged);
  const auto log = from.number<std::uint64_t>(), state = from.number<std::uint64_t>(),
             given = from.number<std::uint64_t>();
  const std::uint64_t room = bytes.size() - checkpoint_head_bytes - checkpoint_tail_bytes;
  if (log > room || state > room - log || given != room - log - state)
    fail(fmt::format("{} bytes where others were written", bytes.size()));
  beginning_ = bytes.substr(0, checkpoint_head_bytes + log);
  state_ = bytes.substr(beginning_.size(), state);
  given_ = bytes.substr(beginning_.size() + state, given);
}

void SavedRun::check() {
  source_.expect_one_pass();
  checksum_of_beginning_.add(beginning_);
  const std::string_view rest = source_.bytes().substr(beginning_.size());
  const std::size_t summed = rest.size() - sizeof(std::uint64_t) - checkpoint_magic.size();
  Checksum whole = checksum_of_beginning_;
  whole.add(rest.substr(0, summed));
  ByteReader announced(source_.name(), rest.substr(summed), undamaged);
  if (whole.value() != announced.number<std::uint64_t>()) fail("the checkpoint does not match its checksum");
}

SavedRun::Given SavedRun::given() const {
  ByteReader from(source_.name(), given_, undamaged);
  Given given{read_values(from), at_limit_on_passes_};
  if (!from.at_end()) fail("more is said about the options than there are");
  return given;
}

void SavedRun::read_log(std::string_view log) {
  ByteReader from(source_.name(), log, undamaged);
  constexpr std::int64_t most_rows = std::int64_t{1} << 60;
  std::int64_t rows = 0;
  while (!from.at_end()) {
    const auto kind = from.number<std::uint8_t>();
    const auto problem = from.number<std::uint32_t>();
    if (kind > static_cast<std::uint8_t>(last_record_kind)) fail(fmt::format("unknown kind {} of record", kind));
    SavedAnswer saved;
    saved.kind = static_cast<RecordKind>(kind);
    saved.question = from.number<std::uint64_t>();
    saved.rows = from.number<std::int64_t>();
    saved.seconds = from.number<double>();
    saved.answer = from.text();
    if (saved.rows < 0 || saved.rows > most_rows - rows) fail(fmt::format("{} rows were read at once", saved.rows));
    rows += saved.rows;
    if (saved.kind == RecordKind::begin) {
      if (problem > most_problems) fail(fmt::format("{} problems", problem));
      ByteReader said(source_.name(), saved.answer, undamaged);
      SavedPass& pass = passes_.emplace_back();
      pass.identity = Identity(read_values(said));
      if (!said.at_end()) fail("more is said about the problems than there are");
      pass.of_problem.resize(problem);
    } else {
      if (passes_.empty() || problem >= passes_.back().of_problem.size()) fail(fmt::format("problem {}", problem));
      passes_.back().of_problem[problem].push_back(saved);
      ++answers_;
    }
  }
  if (passes_.empty()) fail("nothing in the log");
}

void SavedRun::take_state(std::span<double> numbers) {
  if (numbers.size_bytes() > state_.size()) fail("the state of the rows is too short");
  if (numbers.empty()) return;
  std::memcpy(numbers.data(), state_.data(), numbers.size_bytes());
  state_.remove_prefix(numbers.size_bytes());
  if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }))
    fail("something in the state is not a number");
}

void SavedRun::expect_in_state(double numbers) const {
  if (!(numbers >= 0 && numbers <= static_cast<double>(state_.size() / sizeof(double))))
    fail(fmt::format("{} numbers are announced in the state", numbers));
}

void SavedRun::expect_end_of_state() const {
  if (!state_.empty()) fail(fmt::format("{} bytes more than the state of the rows", state_.size()));
}

}  // namespace smsvm
