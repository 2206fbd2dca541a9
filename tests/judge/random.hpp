#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace smsvm::judge {

/// A stream of random numbers that a family's name and a problem's number determine.
class Random {
 public:
  Random(std::string_view family, std::uint64_t number) {
    for (const char letter : family) state_ = mixed(state_ ^ static_cast<unsigned char>(letter));
    state_ = mixed(state_ ^ mixed(number));
  }

  std::uint64_t bits() { return mixed(state_ += golden); }
  /// In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  bool happens(double probability) { return uniform() < probability; }
  /// One of from … to.
  int whole(int from, int to) { return from + static_cast<int>(bits() % static_cast<std::uint64_t>(to - from + 1)); }
  std::size_t count(int from, int to) { return static_cast<std::size_t>(whole(from, to)); }
  double gauss() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
  template <class Value>
  const Value& one_of(const std::vector<Value>& values) {
    return values[bits() % values.size()];
  }

 private:
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
  /// The finaliser of SplitMix64.
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  std::uint64_t state_ = golden;
};

}  // namespace smsvm::judge
