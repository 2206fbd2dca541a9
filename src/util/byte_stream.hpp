#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/temporary_file.hpp"

namespace smsvm {

// Numbers, texts and compressed vectors as a stream of bytes, all little-endian. A vector is a length in bytes, then
// its numbers as byte planes (all first bytes, all second bytes, …: the signs and exponents, which repeat, come
// together) in one zstd frame, then zeros up to that length.

class ByteWriter {
 public:
  template <class Number>
  void number(Number value) {
    std::array<char, sizeof value> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
    bytes_.append(bytes.data(), bytes.size());
  }
  void text(std::string_view value) {
    number<std::uint64_t>(value.size());
    bytes_ += value;
  }
  void vector(std::span<const double> values);
  void raw(std::string_view bytes) { bytes_ += bytes; }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// As ByteWriter::vector writes so many numbers, without its leading size and for so many that they should not be in
/// memory at once; the bytes differ. ByteReader reads both.
void write_large_vector(std::uint64_t count, const NumberPieces& numbers, TemporaryFile& to);
inline constexpr std::uint64_t largest_vector_in_memory = std::uint64_t{1} << 22;

/// Takes nothing on trust: what is announced is checked against what is there before memory is taken for it.
class ByteReader {
 public:
  /// `expected`: what the bytes are meant to be, for messages: "a proof as it was written".
  ByteReader(std::string path, std::string_view bytes, std::string expected)
      : path_(std::move(path)), bytes_(bytes), expected_(std::move(expected)) {}

  template <class Number>
  Number number() {
    std::array<char, sizeof(Number)> bytes{};
    const std::string_view from = take(sizeof(Number));
    std::copy(from.begin(), from.end(), bytes.begin());
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
    Number value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  double number_in(double low, double high, const char* what);
  std::string_view text() { return take(number<std::uint64_t>()); }
  /// So many numbers, all of them in [low, high].
  std::vector<double> vector(std::uint64_t count, double low, double high, const char* what);

  bool at_end() const { return bytes_.empty(); }
  std::size_t remaining() const { return bytes_.size(); }
  [[noreturn]] void fail(const std::string& found) const;

 private:
  std::string_view take(std::uint64_t count);
  void check(double value, double low, double high, const char* what) const;
  std::string decompress(std::uint64_t count, const char* what);

  std::string path_;
  std::string_view bytes_;
  std::string expected_;
};

}  // namespace smsvm
