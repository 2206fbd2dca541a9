#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace smsvm {

/// A bijective mixing of 64 bits (the finalizer of splitmix64): neighbouring numbers come out unrelated.
constexpr std::uint64_t mix_bits(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31);
}

/// Natural logarithm of a normal number by + − × ÷ alone, which IEEE 754 rounds the same way everywhere; the C
/// library's differs in the last bit between versions. Relative error below 1e-15.
inline double portable_log(double x) {
  constexpr double ln2 = 0x1.62e42fefa39efp-1;
  constexpr std::uint64_t mantissa_bits = 0x000fffffffffffffU, one = 0x3ff0000000000000U;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto exponent = static_cast<int>(bits >> 52) - 1023;
  auto mantissa = std::bit_cast<double>((bits & mantissa_bits) | one);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    ++exponent;
  }
  // ln m = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …), where s² < 0.03.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int k = 21; k >= 3; k -= 2) series = square * (1.0 / k + series);
  return exponent * ln2 + 2 * (s + s * series);
}

/// A stream of random numbers fixed by (seed, number): the same bits on every machine, and streams of different numbers
/// may be drawn in any order. Xoshiro256++ (Blackman and Vigna), its state filled by splitmix64.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t number) {
    std::uint64_t filler = mix_bits(mix_bits(seed + golden) ^ number);
    for (auto& word : state_) word = mix_bits(filler += golden);
  }

  std::uint64_t bits() {
    auto& [a, b, c, d] = state_;
    const std::uint64_t result = std::rotl(a + d, 23) + a;
    const std::uint64_t shifted = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = std::rotl(d, 45);
    return result;
  }

  /// Two independent draws from N(0, 1), by Marsaglia's polar method.
  std::array<double, 2> normal_pair() {
    for (;;) {
      const double u = between_minus_one_and_one(), v = between_minus_one_and_one();
      const double square = u * u + v * v;
      // Too near to 0 the pair is lopsided by the grid of u and v; that happens once in 10¹².
      if (square >= 1 || square < 1e-12) continue;
      const double factor = std::sqrt(-2 * portable_log(square) / square);
      return {u * factor, v * factor};
    }
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;  // 2⁶⁴ / golden ratio, splitmix64's increment

  double between_minus_one_and_one() { return static_cast<double>(static_cast<std::int64_t>(bits()) >> 11) * 0x1p-52; }

  std::array<std::uint64_t, 4> state_;
};

}  // namespace smsvm
