#pragma once

#include <string>

namespace smsvm {

/// What a message is about: messages of one kind, from one rank to another, arrive in the order in which they were
/// sent.
enum class Tag : int {
  collective = 1,  ///< parts of a broadcast or a gathering
  sums,            ///< nodes of a sum's tree
  border,          ///< a chunk that ends on another rank
  cancel,          ///< from rank 0: the sweep is not wanted any more
  rows,            ///< rows of the data that move
  heartbeat,       ///< a sign of life
};

/// The ranks of a job, and messages between them. All that is asked of MPI, so that it can be had from one MPI or
/// another, or from threads of one process (tests). May be used by several threads.
class Communicator {
 public:
  Communicator() = default;
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  bool is_first() const { return rank() == 0; }

  /// Returns at once; the message is kept until it is delivered.
  virtual void send(int to, Tag tag, std::string bytes) = 0;
  /// Waits for it.
  virtual std::string receive(int from, Tag tag) = 0;
  /// Whether receive() would find a message.
  virtual bool has_arrived(int from, Tag tag) = 0;

  /// Ends all ranks at once, with this exit code.
  [[noreturn]] virtual void abort(int exit_code) = 0;
  /// The last that every rank calls: returns when everything is delivered and everybody is here.
  virtual void finish() = 0;

  /// Work in which all ranks take part. Where it throws, the others still wait for something that will not come: they
  /// cannot be asked for anything else then, only be aborted.
  template <class Work>
  auto together(const Work& work) {
    try {
      return work();
    } catch (...) {
      is_disturbed_ = true;
      throw;
    }
  }
  /// The same where nothing may be thrown, in a destructor; and nothing is done once the ranks are disturbed.
  template <class Work>
  void together_if_possible(const Work& work) noexcept {
    if (is_disturbed_) return;
    try {
      work();
    } catch (...) {
      is_disturbed_ = true;
    }
  }
  bool is_disturbed() const { return is_disturbed_; }

 private:
  bool is_disturbed_ = false;
};

}  // namespace smsvm
