#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "pass/pass.hpp"
#include "pass/rank_rows.hpp"

namespace smsvm {

/// Over the rows that are here; with `here.ranks`, one of several such passes that work together (see CpuPass).
std::unique_ptr<Pass> make_local_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                      std::uint64_t seed, int threads, std::function<bool()> keep_going,
                                      const RankRows& here = {});

}  // namespace smsvm
