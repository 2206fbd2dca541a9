#pragma once

#include <algorithm>
#include <cstdint>

#include "smsvm/solver.hpp"
#include "solver/step/choose_space.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// How the problems of a batch divide threads and memory.
struct BatchShare {
  BatchShare(const SolverOptions& options, std::size_t problems) : of_each(options) {
    threads = thread_count(options.threads);
    of_each.threads = std::max(1, threads / static_cast<int>(problems));
    of_each.memory = memory_allowed(options) / static_cast<std::int64_t>(problems);
    hessian_bytes = memory_allowed(options) / 8;  // a sweep keeps several copies of its sums
  }
  int threads = 1;
  std::int64_t hessian_bytes = 0;
  SolverOptions of_each;
};

}  // namespace smsvm
