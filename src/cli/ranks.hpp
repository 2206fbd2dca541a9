#pragma once

#include <functional>

#include "cli/log.hpp"
#include "distributed/communicator.hpp"
#include "smsvm/read.hpp"

namespace smsvm::cli {

/// Runs the program as part of the job that a launcher of MPI programs started, if there is one: `program` on the first
/// rank alone, while the others serve it. Returns its exit code, on all ranks.
int run_on_ranks(const std::function<int()>& program);

/// How many there are.
int rank_count();

/// For commands that use all of them: data are read and held by all ranks from now on, which watch each other. One that
/// is not heard of for so many seconds ends the job.
void use_all_ranks(ReadOptions& reading, double timeout);
/// They are; null: data are read and held here.
Communicator* ranks_in_use();

/// Where they are, for who wants to know.
void log_ranks(Log& log);

}  // namespace smsvm::cli
