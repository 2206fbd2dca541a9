#pragma once

#include <cstdint>

#include "data/digits.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace smsvm::libsvm {

/// So many bytes are looked at together.
constexpr int marked_bytes = 32;

/// Bit i is set where byte i can be in no index, value or common label: a colon, blanks, line ends and the like (all
/// below '+'), bytes above 127.
inline std::uint32_t marks_at(const char* at) {
#ifdef __SSE2__
  const auto sixteen = [](const char* from) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i below_plus = _mm_cmplt_epi8(bytes, _mm_set1_epi8('+'));  // signed: above 127 too
    const __m128i colon = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(':'));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(below_plus, colon)));
  };
  return sixteen(at) | sixteen(at + 16) << 16;
#else
  const auto eight = [](const char* from) {
    using digits::repeated;
    const std::uint64_t bytes = digits::load_eight(from);
    const std::uint64_t seven_bits = bytes & repeated(0x7F);
    const std::uint64_t from_plus = seven_bits + repeated(0x80 - '+');
    const std::uint64_t not_colon = (seven_bits ^ repeated(':')) + repeated(0x7F);
    const std::uint64_t marked = (bytes | ~(from_plus & not_colon)) & repeated(0x80);
    return static_cast<std::uint32_t>((marked >> 7) * 0x0102040810204080U >> 56);
  };
  return eight(at) | eight(at + 8) << 8 | eight(at + 16) << 16 | eight(at + 24) << 24;
#endif
}

}  // namespace smsvm::libsvm
