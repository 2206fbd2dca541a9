#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/export.hpp"

namespace smsvm {

struct NamedValue {
  std::string name, value;
};

struct SMSVM_API CheckpointOptions {
  std::string file;                    ///< to write to, time and again; empty: none is written
  std::string resume;                  ///< to go on from; empty: from the beginning
  std::optional<double> every_passes;  ///< how often; by default after a minute, or 20 times what the last one took
  std::function<void(const std::string& message)> warn;  ///< told once if a checkpoint cannot be written; may be empty
  std::function<void()> written;                         ///< told after each one; may be empty
  /// Kept as they are, and as the command gave them: it wants its options again when it goes on with the run.
  std::vector<NamedValue> given = {};
  void check() const;  ///< throws OptionError naming the first bad option
};

/// Keeps a run in a file, so that it can go on after whatever ended it, with the same bits in its results as if nothing
/// had: SolverOptions::checkpoint takes one, for one call of train(), fit_paths() or cross_validate(), or for several
/// that always follow each other in the same way. Threads, limits and observers may differ when the run is resumed; the
/// data and all other options may not.
///
/// A file appears complete or not at all. Where it cannot be written the run goes on, and the one before stays.
class SMSVM_API Checkpoint {
 public:
  /// Reads the file to go on from. Throws Error{no_input}, DataError for one that is damaged or not a checkpoint.
  explicit Checkpoint(CheckpointOptions options);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// Dataset::checksum(), where it is known already: it takes a pass over the data to find out.
  void know_data(std::uint64_t checksum);
  double saved_seconds() const;  ///< spent until the checkpoint that the run goes on from was made

  /// While the run goes back to where the checkpoint was made; its observer is then told what it was told before.
  bool is_replaying() const;
  /// Spent on training, in the runs before this one too.
  double seconds() const;
  /// Spent since the run is no longer on its way back.
  double new_seconds() const;
  /// Whether there is a file to go on from.
  bool exists() const;

  struct Parts;
  Parts& parts() { return *parts_; }  ///< for the library itself

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace smsvm
