#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace smsvm {

/// Doubles that begin at a cache line; memory once had is kept.
class AlignedBuffer {
 public:
  /// At least `size` numbers; what they are is unspecified where memory is new, and as before where it is not.
  void require(std::int64_t size) {
    if (size <= size_) return;
    data_.reset();  // first, so that old and new memory are not held at once
    size_ = 0;
    data_.reset(static_cast<double*>(::operator new(static_cast<std::size_t>(size) * sizeof(double), alignment)));
    size_ = size;
  }
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(double* data) const { ::operator delete(data, alignment); }
  };
  std::unique_ptr<double[], Free> data_;
  std::int64_t size_ = 0;
};

}  // namespace smsvm
