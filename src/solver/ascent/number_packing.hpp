#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "smsvm/error.hpp"

namespace smsvm {

/// What a solver is in the middle of, as numbers (RunLog::keep_halfway).
class NumberPacker {
 public:
  void put(double number) { numbers_.push_back(number); }
  void put(std::span<const double> numbers) { numbers_.insert(numbers_.end(), numbers.begin(), numbers.end()); }
  std::vector<double> take() { return std::move(numbers_); }

 private:
  std::vector<double> numbers_;
};

/// And back; trusts nothing. Throws Error{bad_data}.
class NumberUnpacker {
 public:
  explicit NumberUnpacker(std::span<const double> numbers) : numbers_(numbers) {}

  std::size_t left() const { return numbers_.size(); }
  double next() {
    if (numbers_.empty()) fail();
    const double number = numbers_.front();
    numbers_ = numbers_.subspan(1);
    return number;
  }
  std::size_t count(std::size_t most) {
    const double number = next();
    if (!(number >= 0 && number <= static_cast<double>(most)) || number != std::floor(number)) fail();
    return static_cast<std::size_t>(number);
  }
  void fill(std::span<double> to) {
    if (to.size() > numbers_.size()) fail();
    std::copy_n(numbers_.begin(), to.size(), to.begin());
    numbers_ = numbers_.subspan(to.size());
  }
  void expect_end() const {
    if (!numbers_.empty()) fail();
  }
  [[noreturn]] void fail() const {
    throw Error(ErrorKind::bad_data, "the checkpoint has a solver in a state that it cannot be in");
  }

 private:
  std::span<const double> numbers_;
};

}  // namespace smsvm
