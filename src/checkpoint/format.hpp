#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "rows/request.hpp"

namespace smsvm {

// A checkpoint is the log of what a run has asked rows (src/rows/request.hpp) and what they answered, and the state of
// the rows at the end of that log:
//
//   head   16 bytes: the magic bytes, the version (uint32), zeros
//   log    records, in the order in which things were asked: see below
//   state  seconds spent (double), the limit on passes that has had an effect (double, 0 if none had), whether the run
//          has just come to such a limit (double, 1 or 0), then for each problem of the last rows what save_state says
//          about it, the number of numbers that its solver wants to go on from (RunLog::keep_halfway), and these; all
//          as doubles
//   given  the options of the command that trains (CheckpointOptions::given): a count, then pairs of texts
//   tail   40 bytes: the bytes of the log, of the state and of the options, a checksum of all that stands before it
//          (XXH3), the magic bytes
//
// A record is
//
//   kind (uint8), problem (uint32)
//   a checksum of the question: a run that asks something else has taken another course (uint64)
//   rows read for it (int64), seconds spent until then (double)
//   the bytes of the answer (uint64), the answer
//
// All numbers are little-endian; nothing is compressed: a checkpoint is written often and read hardly ever. A pass
// begins with a record of kind `begin`, whose `problem` is their number, and whose answer is the identity of the pass
// (a count, then pairs of texts).

inline constexpr std::string_view checkpoint_magic("\x8bSMCHECK", 8);
inline constexpr std::uint32_t checkpoint_version = 4;
inline constexpr std::uint64_t checkpoint_head_bytes = 16, checkpoint_tail_bytes = 40;

enum class RecordKind : std::uint8_t {
  begin = 0,
  finding = 1,  ///< what a solver asked to be remembered
  request = 2,  ///< the first kind of request; the others follow, in the order of Request
};
constexpr RecordKind record_of(std::size_t request_index) {
  return static_cast<RecordKind>(static_cast<std::size_t>(RecordKind::request) + request_index);
}
template <class What>
inline constexpr RecordKind record_kind = record_of(Request(What{}).index());
inline constexpr auto last_record_kind = record_of(std::variant_size_v<Request> - 1);

}  // namespace smsvm
