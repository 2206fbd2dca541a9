#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "data/npy_format.hpp"

namespace smsvm {

/// The elements of an array of numbers, one at a time: the bytes may lie anywhere and in any byte order.
template <class Number>
class NpyNumbers {
 public:
  explicit NpyNumbers(const NpyArray& array)
      : data_(array.data.data()), swap_(array.type.big_endian != (std::endian::native == std::endian::big)) {}

  Number operator()(std::uint64_t index) const {
    std::array<char, sizeof(Number)> bytes;
    std::memcpy(bytes.data(), data_ + index * sizeof(Number), sizeof(Number));
    if (swap_) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Number>(bytes);
  }

 private:
  const char* data_;
  bool swap_;
};

/// Floats of 16 bits, as floats.
class NpyHalves {
 public:
  explicit NpyHalves(const NpyArray& array) : bits_(array) {}

  float operator()(std::uint64_t index) const {
    const std::uint16_t bits = bits_(index);
    const int exponent = bits >> 10 & 31, digits = bits & 1023;
    const float size = exponent == 31 ? (digits == 0 ? HUGE_VALF : NAN)
                                      : std::ldexp(static_cast<float>(exponent == 0 ? digits : digits + 1024),
                                                   std::max(exponent, 1) - 25);
    return bits >> 15 == 0 ? size : -size;
  }

 private:
  NpyNumbers<std::uint16_t> bits_;
};

/// True and false as 1 and 0. A byte of any other value would be no bool of C++.
class NpyBooleans {
 public:
  explicit NpyBooleans(const NpyArray& array) : data_(array.data.data()) {}
  std::uint8_t operator()(std::uint64_t index) const { return data_[index] != 0; }

 private:
  const char* data_;
};

/// Calls visit(numbers), where numbers(i) is element i in its own type. The array must not be text.
template <class Visit>
decltype(auto) visit_numbers(const NpyArray& array, Visit visit) {
  using Kind = NpyType::Kind;
  const auto [kind, size] = std::pair(array.type.kind, array.type.size);
  assert(!array.type.is_text());
  if (kind == Kind::boolean) return visit(NpyBooleans(array));
  if (kind == Kind::real && size == 2) return visit(NpyHalves(array));
  if (kind == Kind::real) return size == 4 ? visit(NpyNumbers<float>(array)) : visit(NpyNumbers<double>(array));
  if (kind == Kind::signed_integer) {
    if (size == 1) return visit(NpyNumbers<std::int8_t>(array));
    if (size == 2) return visit(NpyNumbers<std::int16_t>(array));
    return size == 4 ? visit(NpyNumbers<std::int32_t>(array)) : visit(NpyNumbers<std::int64_t>(array));
  }
  if (size == 1) return visit(NpyNumbers<std::uint8_t>(array));
  if (size == 2) return visit(NpyNumbers<std::uint16_t>(array));
  return size == 4 ? visit(NpyNumbers<std::uint32_t>(array)) : visit(NpyNumbers<std::uint64_t>(array));
}

}  // namespace smsvm
