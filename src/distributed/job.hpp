#pragma once

#include <memory>

#include "distributed/communicator.hpp"

namespace smsvm {

/// Whether the environment says that this process is one of several.
bool is_in_job();

/// The job that mpirun, or another launcher of MPI programs, started this process in; null if it is alone.
///
/// The program does not link to any MPI: a thin module for each MPI that was there when it was built (mpi/) is loaded
/// where the environment says that this MPI's launcher is at work. Throws Error{unavailable} if there is none.
std::unique_ptr<Communicator> join_job();

}  // namespace smsvm
