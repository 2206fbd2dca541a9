#pragma once

#include <cstdint>
#include <vector>

#include "rows/request.hpp"

namespace smsvm {

/// How the rows that several backends have chosen are cut into chunks, as if one had them all.
struct CutPlan {
  std::vector<request::Cut> cut;  ///< for each backend
  std::vector<int> begun_by;      ///< the backend with the rows before in its first chunk, or −1
  std::vector<int> ended_by;      ///< the backend with the rows that follow in its last chunk, or −1
  std::int64_t chunks = 0, rows = 0;
};

/// `work`: of the runs of rows that each has chosen. `rows`: how many each has, whether chosen or not.
CutPlan plan_cuts(std::vector<std::vector<WorkShare>> work, const std::vector<std::int64_t>& rows,
                  std::int64_t features);

}  // namespace smsvm
