#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "cli/application.hpp"

int main(int argc, char** argv) {
#ifdef M_TRIM_THRESHOLD
  // Vectors of as many numbers as there are features come and go with every step. Given back to the system each time,
  // their pages must be cleared again: dorothea, 100,000 features, at λ = 0 takes 1.9 instead of 1.4 s.
  constexpr int kept = 64 << 20;
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_MMAP_THRESHOLD, kept);
#endif
  return smsvm::cli::run(argc, argv);
}
