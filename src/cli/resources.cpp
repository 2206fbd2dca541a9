#include "cli/resources.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace smsvm::cli {

std::int64_t peak_memory_bytes() {
  struct rusage usage {};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return std::int64_t{usage.ru_maxrss} * 1024;  // Linux counts in KiB
}

int actual_threads(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace smsvm::cli
