// Compiled once for each MPI, into a module of its own; the only file that knows of MPI.

// Without the C++ bindings, which MPI itself has given up.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <list>
#include <mutex>
#include <utility>

#include "distributed/message_wait.hpp"
#include "distributed/mpi/module.hpp"

namespace smsvm {
namespace {

/// A message is sent in pieces of this size and a shorter one, which may be empty: MPI counts with int.
constexpr std::size_t piece_bytes = std::size_t{1} << 30;

/// Every call of MPI is one that does not wait, with a lock held: so MPI need not know of threads.
class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    MPI_Comm_dup(MPI_COMM_WORLD, &world_);
    MPI_Comm_rank(world_, &rank_);
    MPI_Comm_size(world_, &size_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, Tag tag, std::string bytes) override {
    const std::lock_guard lock(mutex_);
    forget_delivered();
    Outgoing& message = outgoing_.emplace_back();
    message.bytes = std::move(bytes);
    for (std::size_t from = 0;; from += piece_bytes) {
      const std::size_t count = std::min(piece_bytes, message.bytes.size() - from);
      MPI_Request request;
      MPI_Isend(message.bytes.data() + from, static_cast<int>(count), MPI_BYTE, to, static_cast<int>(tag), world_,
                &request);
      message.requests.push_back(request);
      if (count < piece_bytes) return;
    }
  }

  std::string receive(int from, Tag tag) override {
    std::string bytes;
    for (;;) {
      const std::size_t count = receive_piece(from, tag, bytes);
      if (count < piece_bytes) return bytes;
    }
  }

  bool has_arrived(int from, Tag tag) override {
    const std::lock_guard lock(mutex_);
    forget_delivered();
    int arrived = 0;
    MPI_Iprobe(from, static_cast<int>(tag), world_, &arrived, MPI_STATUS_IGNORE);
    return arrived != 0;
  }

  [[noreturn]] void abort(int exit_code) override {
    // Without the lock: whoever holds it may be the one who hangs.
    MPI_Abort(world_, exit_code);
    std::_Exit(exit_code);
  }

  void finish() override {
    wait_until([this] {
      forget_delivered();
      return outgoing_.empty();
    });
    MPI_Request everybody;
    {
      const std::lock_guard lock(mutex_);
      MPI_Ibarrier(world_, &everybody);
    }
    wait_until([&] { return is_done(everybody); });
    drop_unwanted();
    MPI_Finalize();
  }

 private:
  struct Outgoing {
    std::string bytes;
    std::list<MPI_Request> requests;
  };

  static bool is_done(MPI_Request& request) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }

  template <class Condition>
  void wait_until(const Condition& condition) {
    for (MessageWait pause;; pause.wait()) {
      const std::lock_guard lock(mutex_);
      if (condition()) return;
    }
  }

  std::size_t receive_piece(int from, Tag tag, std::string& bytes) {
    MPI_Message message{};
    MPI_Status status;
    wait_until([&] {
      int arrived = 0;
      MPI_Improbe(from, static_cast<int>(tag), world_, &arrived, &message, &status);
      return arrived != 0;
    });
    const std::size_t before = bytes.size();
    int count = 0;
    MPI_Request request;
    {
      const std::lock_guard lock(mutex_);
      MPI_Get_count(&status, MPI_BYTE, &count);
      bytes.resize(before + static_cast<std::size_t>(count));
      MPI_Imrecv(bytes.data() + before, count, MPI_BYTE, &message, &request);
    }
    wait_until([&] { return is_done(request); });
    return static_cast<std::size_t>(count);
  }

  void forget_delivered() {
    outgoing_.remove_if([](Outgoing& message) {
      message.requests.remove_if([](MPI_Request& request) { return is_done(request); });
      return message.requests.empty();
    });
  }

  /// Signs of life and cancellations that nobody waited for.
  void drop_unwanted() {
    for (;;) {
      int arrived = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_, &arrived, &status);
      if (arrived == 0) return;
      std::string bytes;
      receive_piece(status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG), bytes);
    }
  }

  MPI_Comm world_{};
  int rank_ = 0, size_ = 1;
  std::mutex mutex_;
  std::list<Outgoing> outgoing_;
};

}  // namespace
}  // namespace smsvm

extern "C" __attribute__((visibility("default"))) smsvm::Communicator* smsvm_join_mpi() {
  return new smsvm::MpiCommunicator;
}
