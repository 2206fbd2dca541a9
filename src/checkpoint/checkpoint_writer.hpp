#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/format.hpp"
#include "checkpoint/problem_state.hpp"
#include "checkpoint/saved_run.hpp"
#include "util/atomic_file.hpp"
#include "util/checksum.hpp"

namespace smsvm {

/// Writes checkpoints of one run, each in place of the one before. What was in the log then is copied from there: only
/// what came since is held in memory.
class CheckpointWriter {
 public:
  /// `before`: what the run goes on from, if anything. `given`: the options to keep with it.
  CheckpointWriter(std::string path, const SavedRun* before, const std::vector<NamedValue>& given);

  void append(RecordKind kind, std::size_t problem, const SavedAnswer& said);
  std::size_t pending_bytes() const { return pending_.size(); }

  /// `state` puts the numbers of the state. Throws as AtomicFile does; then the file before is still there, and nothing
  /// is forgotten.
  void write(const std::function<void(const NumberSink& put)>& state);

 private:
  void copy_beginning(AtomicFile& to) const;

  std::string path_;
  std::string_view before_;  ///< head and log of the file that the run goes on from, until one was written
  FileDescriptor last_;      ///< the file written last
  std::uint64_t kept_ = 0;   ///< bytes of head and log that are in a file
  Checksum checksum_;        ///< of head and log, those in memory included
  std::string given_;        ///< the options, as bytes
  std::string pending_;      ///< records that are in no file yet; at first the head too
};

}  // namespace smsvm
