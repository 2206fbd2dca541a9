#include "rows/cut_plan.hpp"

#include <algorithm>

namespace smsvm {

CutPlan plan_cuts(std::vector<std::vector<WorkShare>> work, const std::vector<std::int64_t>& rows,
                  std::int64_t features) {
  CutPlan plan;
  plan.cut.resize(work.size());
  plan.begun_by.assign(work.size(), -1);
  plan.ended_by.assign(work.size(), -1);
  if (std::ranges::all_of(work, [](const auto& of_one) { return of_one.empty(); })) {
    const auto first = static_cast<std::size_t>(
        std::ranges::find_if(rows, [](std::int64_t count) { return count > 0; }) - rows.begin());
    if (first == work.size()) return plan;  // no rows at all
    work[first].push_back({1, 1});
    plan.cut[first].takes_first_row = true;
  }

  std::int64_t total = 0, runs = 0;
  for (const auto& of_one : work) {
    runs += std::ssize(of_one);
    for (const WorkShare& share : of_one) {
      total += share.work;
      plan.rows += share.rows;
    }
  }
  ChunkCutter cutter = ChunkCutter::rule(total, runs, plan.rows, features);
  int last = -1;  // the backend with the part before
  for (std::size_t k = 0; k < work.size(); ++k) {
    plan.cut[k].cutter = cutter;
    const int here = static_cast<int>(k);
    for (const WorkShare& share : work[k]) {
      cutter.cut(share.rows, share.work, [&](std::int64_t, std::int64_t, bool begins) {
        if (last != here && !begins) {
          plan.begun_by[k] = last;
          plan.ended_by[static_cast<std::size_t>(last)] = here;
          plan.cut[static_cast<std::size_t>(last)].ends_elsewhere = true;
        }
        last = here;
      });
    }
  }
  plan.chunks = cutter.begun;
  for (auto& cut : plan.cut) cut.chunks_everywhere = plan.chunks;
  return plan;
}

}  // namespace smsvm
