#include "cli/resources.hpp"

#include <sys/resource.h>

namespace smsvm::cli {

std::int64_t peak_memory_bytes() {
  struct rusage usage {};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return std::int64_t{usage.ru_maxrss} * 1024;  // Linux counts in KiB
}

}  // namespace smsvm::cli
