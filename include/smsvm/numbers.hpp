#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace smsvm {

/// Numbers that do not change: their own or, without a copy, somebody else's. Copies share them.
template <class Number>
class Numbers {
 public:
  using value_type = Number;
  using const_iterator = const Number*;

  Numbers() = default;
  Numbers(const Numbers&) = default;  // and no move, which would leave something behind that refers to what is gone
  Numbers& operator=(const Numbers&) = default;
  Numbers(std::vector<Number> own) {  // NOLINT(google-explicit-constructor): filled in as vectors, kept as numbers
    if (own.empty()) return;
    const auto kept = std::make_shared<const std::vector<Number>>(std::move(own));
    all_ = *kept;
    owner_ = kept;
  }
  /// Whoever owns them keeps them until the last copy of this is gone.
  static Numbers borrowed(std::span<const Number> others) {
    Numbers result;
    result.all_ = others;
    return result;
  }

  /// `owner` keeps them until then.
  static Numbers shared(std::span<const Number> others, std::shared_ptr<const void> owner) {
    Numbers result = borrowed(others);
    result.owner_ = std::move(owner);
    return result;
  }

  const Number* data() const { return all_.data(); }
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const Number* begin() const { return data(); }
  const Number* end() const { return data() + size(); }
  const Number& operator[](std::size_t k) const { return data()[k]; }
  const Number& front() const { return *begin(); }
  const Number& back() const { return end()[-1]; }

  friend bool operator==(const Numbers& a, const Numbers& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::span<const Number> all_;
  std::shared_ptr<const void> owner_;  ///< null: somebody else
};

}  // namespace smsvm
