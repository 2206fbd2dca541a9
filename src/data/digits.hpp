#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace smsvm {

/// Decimal digits, eight bytes at a time: a word holds eight characters, the first one in its lowest byte, so the last
/// digit stands in the highest byte and missing leading digits may be zero bytes.
namespace digits {

constexpr std::uint64_t repeated(unsigned char byte) { return byte * 0x0101010101010101U; }

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i, word >>= 8) swapped = swapped << 8 | (word & 0xFF);
    word = swapped;
  }
  return word;
}

/// Characters to the numbers they stand for; what is no digit becomes a byte above 9.
inline std::uint64_t from_characters(std::uint64_t characters) { return characters ^ repeated('0'); }

/// Not zero if any byte is above 9.
inline std::uint64_t not_digits(std::uint64_t word) { return ((word + repeated(0x76)) | word) & repeated(0x80); }

/// The number that eight digits (each 0 … 9) stand for: neighbours are joined to pairs, then to fours, then to eight.
inline std::uint64_t join(std::uint64_t word) {
  constexpr std::uint64_t pairs = 1 + (10U << 8);
  constexpr std::uint64_t fours = 1 + (100U << 16);
  constexpr std::uint64_t eight = 1 + (std::uint64_t{10'000} << 32);
  word = (word * pairs >> 8) & 0x00FF00FF00FF00FFU;
  word = (word * fours >> 16) & 0x0000FFFF0000FFFFU;
  return word * eight >> 32;
}

/// Where the character first stands among the eight, or 8.
inline std::size_t find(const char* at, char character) {
  const std::uint64_t zero_there = load_eight(at) ^ repeated(static_cast<unsigned char>(character));
  const std::uint64_t found = (zero_there - repeated(1)) & ~zero_there & repeated(0x80);
  return static_cast<std::size_t>(std::countr_zero(found)) / 8;
}

constexpr std::array<std::uint64_t, 16> power_of_ten = [] {
  std::array<std::uint64_t, 16> power{1};
  for (std::size_t i = 1; i < power.size(); ++i) power[i] = 10 * power[i - 1];
  return power;
}();

/// keep_last[8 + n] keeps the last n of eight digits; none below 8, all above 16.
constexpr std::array<std::uint64_t, 24> keep_last = [] {
  std::array<std::uint64_t, 24> mask{};
  for (std::size_t n = 1; n < 16; ++n) mask[8 + n] = n < 8 ? ~(~std::uint64_t{0} >> (8 * n)) : ~std::uint64_t{0};
  return mask;
}();

/// Up to 15 digits before `last`, of which 16 bytes can be read. `wrong` becomes nonzero if one is no digit.
[[gnu::always_inline]] inline std::uint64_t take_before(const char* last, std::size_t count, std::uint64_t& wrong) {
  const std::uint64_t low = from_characters(load_eight(last - 8)) & keep_last[8 + count];
  wrong |= not_digits(low);
  if (count <= 8) return join(low);
  const std::uint64_t high = from_characters(load_eight(last - 16)) & keep_last[count];
  wrong |= not_digits(high);
  return join(high) * 100'000'000 + join(low);
}

/// One to eight digits at `first`, of which eight bytes can be read.
[[gnu::always_inline]] inline std::uint64_t take_from(const char* first, std::size_t count, std::uint64_t& wrong) {
  const std::uint64_t word = from_characters(load_eight(first)) << ((64 - 8 * count) & 63);
  wrong |= not_digits(word);
  return join(word);
}

}  // namespace digits
}  // namespace smsvm
