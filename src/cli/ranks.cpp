#include "cli/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/run_command.hpp"
#include "cli/shared_options.hpp"
#include "data/distributed_rows.hpp"
#include "distributed/job.hpp"
#include "smsvm/error.hpp"
#include "worker/worker.hpp"

namespace smsvm::cli {
namespace {

/// The job of this process, while it runs.
struct Job {
  std::unique_ptr<Communicator> ranks;
  bool in_use = false;
  std::optional<Watch> watch;
};
Job& job() {
  static Job only_one;
  return only_one;
}

int number_in(const char* variable, int otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// What the launcher says, for those who cannot join.
bool is_first_by_environment() { return number_in("OMPI_COMM_WORLD_RANK", number_in("PMI_RANK", 0)) == 0; }

/// Ends the process unless the ranks come together in time: a launcher that was told to stop while it started them may
/// leave them waiting for each other.
class JoinTimer {
 public:
  JoinTimer() : thread_([](const std::stop_token& joined) { wait(joined); }) {}

 private:
  static void wait(const std::stop_token& joined) {
    const int seconds = number_in("SMSVM_JOIN_SECONDS", 25);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    if (never.wait_for(lock, joined, std::chrono::seconds(seconds), [&] { return joined.stop_requested(); })) return;
    if (is_first_by_environment())
      fmt::print(stderr, "smsvm: the ranks of the job have not come together within {} s (SMSVM_JOIN_SECONDS)\n",
                 seconds);
    ::_exit(static_cast<int>(ErrorKind::unavailable));
  }

  std::jthread thread_;
};

/// A fair share of the machine, where several ranks are on it and none is bound to processors of its own.
int threads_of_a_rank() {
  const int here = std::max(1, number_in("OMPI_COMM_WORLD_LOCAL_SIZE", number_in("MPI_LOCALNRANKS", 1)));
  const auto mine = static_cast<int>(std::thread::hardware_concurrency());  // those that this process may use
  const bool is_bound = mine < ::sysconf(_SC_NPROCESSORS_ONLN);
  return std::max(1, is_bound ? mine : mine / here);
}

/// On other ranks than the first. What goes wrong here alone ends the job.
int serve_first_rank(Communicator& ranks) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);  // rank 0 decides what they mean
  bool failed = true;
  ReportingOptions quiet;
  quiet.quiet = true;
  const int code = run_command(quiet, fmt::format("on rank {}: ", ranks.rank()), [&](Log&) {
    const int given = serve(ranks);
    failed = false;
    return given;
  });
  if (failed) ranks.abort(code);
  return code;
}

}  // namespace

int run_on_ranks(const std::function<int()>& program) {
  if (!is_in_job()) return program();
  try {
    const JoinTimer timer;
    job().ranks = join_job();
  } catch (const Error& error) {
    if (is_first_by_environment()) fmt::print(stderr, "smsvm: {}\n", error.what());
    return static_cast<int>(error.kind());
  }
  Communicator& ranks = *job().ranks;
  if (!ranks.is_first()) return serve_first_rank(ranks);
  const int code = program();
  job().watch.reset();
  finish(ranks, code);
  return code;
}

int rank_count() { return job().ranks ? job().ranks->size() : 1; }

void use_all_ranks(ReadOptions& reading, double timeout) {
  if (!job().ranks) return;
  job().in_use = true;
  if (reading.threads == 0) reading.threads = threads_of_a_rank();
  if (!job().watch && timeout > 0) job().watch.emplace(*job().ranks, timeout);
}

Communicator* ranks_in_use() { return job().in_use ? job().ranks.get() : nullptr; }

void log_ranks(Log& log) {
  if (!job().watch) return;
  const std::vector<std::string>& processes = job().watch->processes();
  for (std::size_t rank = 0; rank < processes.size(); ++rank)
    log.event(Verbosity::detailed, "rank", fmt::format("rank {} is {}", rank, processes[rank]),
              {{"rank", rank}, {"process", processes[rank]}});
}

}  // namespace smsvm::cli
