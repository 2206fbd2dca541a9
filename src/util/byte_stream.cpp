#include "util/byte_stream.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <stdexcept>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr int compression_level = 3;

/// A vector takes at least 1/most_expansion of its size in the file (the zeros after the frame see to it): so a
/// reader's memory is bounded by the size of the file, and no small file makes it allocate much.
constexpr std::uint64_t most_expansion = 1000;

constexpr std::size_t double_bytes = sizeof(double);

std::string shuffle(std::string_view bytes) {
  std::string planes(bytes.size(), '\0');
  const std::size_t count = bytes.size() / double_bytes;
  for (std::size_t k = 0; k < double_bytes; ++k) {
    for (std::size_t i = 0; i < count; ++i) planes[k * count + i] = bytes[i * double_bytes + k];
  }
  return planes;
}

std::string unshuffle(std::string_view planes) {
  std::string bytes(planes.size(), '\0');
  const std::size_t count = planes.size() / double_bytes;
  for (std::size_t k = 0; k < double_bytes; ++k) {
    for (std::size_t i = 0; i < count; ++i) bytes[i * double_bytes + k] = planes[k * count + i];
  }
  return bytes;
}

}  // namespace

void ByteWriter::vector(const std::vector<double>& values) {
  ByteWriter plain;
  plain.bytes_.reserve(values.size() * double_bytes);
  for (const double value : values) plain.number(value);
  const std::string planes = shuffle(plain.bytes_);
  std::string frame(ZSTD_compressBound(planes.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), planes.data(), planes.size(), compression_level);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  frame.resize(std::max<std::size_t>(size, (planes.size() + most_expansion - 1) / most_expansion));
  std::fill(frame.begin() + static_cast<std::ptrdiff_t>(size), frame.end(), '\0');
  text(frame);
}

double ByteReader::number_in(double low, double high, const char* what) {
  const auto value = number<double>();
  check(value, low, high, what);
  return value;
}

std::vector<double> ByteReader::vector(std::uint64_t count, double low, double high, const char* what) {
  const std::string bytes = unshuffle(decompress(count, what));
  ByteReader numbers(path_, bytes, expected_);
  std::vector<double> values;
  values.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(numbers.number_in(low, high, what));
  return values;
}

void ByteReader::fail(const std::string& found) const { throw DataError({path_, 0, 0}, found, expected_); }

std::string_view ByteReader::take(std::uint64_t count) {
  if (count > bytes_.size()) fail(fmt::format("{} bytes are announced where {} are left", count, bytes_.size()));
  const std::string_view taken = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return taken;
}

void ByteReader::check(double value, double low, double high, const char* what) const {
  if (!(value >= low && value <= high)) fail(fmt::format("{} is {}, outside [{}, {}]", what, value, low, high));
}

std::string ByteReader::decompress(std::uint64_t count, const char* what) {
  const std::string_view stored = text();
  if (count > stored.size() * most_expansion / double_bytes) {
    fail(fmt::format("{} numbers ({}) are announced in {} bytes", count, what, stored.size()));
  }
  const std::size_t frame = ZSTD_findFrameCompressedSize(stored.data(), stored.size());
  if (ZSTD_isError(frame) || ZSTD_getFrameContentSize(stored.data(), stored.size()) != count * double_bytes) {
    fail(fmt::format("the compressed numbers ({}) are damaged", what));
  }
  std::string planes(count * double_bytes, '\0');
  const std::size_t size = ZSTD_decompress(planes.data(), planes.size(), stored.data(), frame);
  if (ZSTD_isError(size) || size != planes.size()) fail(fmt::format("the compressed numbers ({}) are damaged", what));
  return planes;
}

}  // namespace smsvm
