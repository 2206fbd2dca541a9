#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rows/backend.hpp"

namespace smsvm {

/// The rows of a data set, wherever they lie, with the state of these problems. Where they lie with several ranks, all
/// of them take part. `keep_going` is asked now and then during a sweep, from one thread at a time.
std::unique_ptr<Backend> make_rows(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                   std::uint64_t seed, int threads, std::function<bool()> keep_going);

}  // namespace smsvm
