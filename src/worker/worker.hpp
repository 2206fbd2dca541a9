#pragma once

#include <memory>
#include <string>
#include <vector>

#include "distributed/communicator.hpp"
#include "distributed/heartbeat.hpp"

namespace smsvm {

/// What other ranks than the first do: what rank 0 commands, until it says that the job is done. Returns the exit code
/// that it gives. Throws what goes wrong on this rank alone: nobody else knows of it then, and the job must be aborted.
int serve(Communicator& ranks);

/// On rank 0: all ranks watch each other from now on, until the result is gone. A rank of which nothing is heard for so
/// many seconds ends the job, with a message that names it.
class Watch {
 public:
  Watch(Communicator& ranks, double seconds);
  ~Watch();

  /// The machine and the number of each rank's process: some launchers name a dead process by these alone.
  const std::vector<std::string>& processes() const { return processes_; }

 private:
  Communicator& ranks_;
  std::vector<std::string> processes_;
  std::unique_ptr<Heartbeat> heartbeat_;
};

/// On rank 0, at the end: the others end with this exit code too. Where they cannot be told, the job is aborted.
void finish(Communicator& ranks, int exit_code);

}  // namespace smsvm
