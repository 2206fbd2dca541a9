#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

#include "distributed/communicator.hpp"

namespace smsvm {

/// Tells when a rank is dead or hangs: in a ring, each rank gives the next one signs of life, from a thread of its own,
/// so that a rank that computes for long is not taken for dead. While one exists on every rank, whoever does not hear
/// from the rank before it for `patience` calls silent(rank).
class Heartbeat {
 public:
  using Seconds = std::chrono::duration<double>;
  Heartbeat(Communicator& ranks, Seconds patience, std::function<void(int rank)> silent);

 private:
  void beat(const std::stop_token& stop);

  Communicator& ranks_;
  Seconds patience_;
  std::function<void(int)> silent_;
  std::jthread thread_;  ///< last, so that it ends first
};

}  // namespace smsvm
