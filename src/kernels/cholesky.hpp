#pragma once

#include <cstdint>
#include <functional>

#include "kernels/aligned_buffer.hpp"

namespace smsvm {

class ThreadPool;

/// A square matrix of which only the lower triangle, by rows, is read and written. The upper triangle of a column-major
/// matrix (Eigen's) is the same memory: then L' stands where L is spoken of here.
struct LowerMatrix {
  double* data = nullptr;
  std::int64_t size = 0;
  std::int64_t leading = 0;  ///< from one row to the next
};

struct CholeskyResult {
  enum class Outcome { factored, not_positive_definite, cancelled };
  Outcome outcome = Outcome::factored;
  std::int64_t failed_pivot = -1;  ///< the first that was not positive or not finite

  bool factored() const { return outcome == Outcome::factored; }
};

struct CholeskyOptions {
  ThreadPool* pool = nullptr;        ///< null: the calling thread alone
  std::function<bool()> keep_going;  ///< asked now and then by the calling thread; may be empty
};

/// Memory of cholesky(), to be used again.
struct CholeskyWorkspace {
  AlignedBuffer panels, inverse;
};

/// A = L L', L in place of A. The same bits for any number of threads, and for avx2 and avx512. Unless it ends
/// `factored`, the triangle holds nothing of use.
CholeskyResult cholesky(LowerMatrix matrix, CholeskyWorkspace& workspace, const CholeskyOptions& options = {});

}  // namespace smsvm
