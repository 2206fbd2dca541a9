#pragma once

#include <exception>

#include "distributed/communicator.hpp"

namespace smsvm {

/// Thrown on other ranks than the first after a failure that rank 0 reports.
struct FailedTogether {};

/// To be called by all ranks, each with its failure, or none. If there is any, throws that of the first rank that has
/// one on rank 0, and FailedTogether on the others.
void throw_first_failure(Communicator& ranks, const std::exception_ptr& mine);

/// Work in which the ranks do not meet; a failure of any is one of all.
template <class Work>
void fail_together(Communicator& ranks, const Work& work) {
  std::exception_ptr failure;
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  throw_first_failure(ranks, failure);
}

}  // namespace smsvm
