#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "fleet/make_rows.hpp"
#include "rows/pass.hpp"

namespace smsvm::test {

/// The rows of a data set, wherever they lie, in the words of solvers.
inline std::unique_ptr<Pass> make_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                       std::uint64_t seed, int threads, std::function<bool()> keep_going) {
  return std::make_unique<Pass>(
      make_rows(data, std::move(problems), has_intercept, seed, threads, std::move(keep_going)));
}

}  // namespace smsvm::test
