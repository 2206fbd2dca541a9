#include "util/byte_stream.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <stdexcept>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr int compression_level = 3;

/// A vector takes at least 1/most_expansion of its size in the file (the zeros after the frame see to it): so a
/// reader's memory is bounded by the size of the file, and no small file makes it allocate much.
constexpr std::uint64_t most_expansion = 1000;

constexpr std::size_t double_bytes = sizeof(double);

std::uint64_t least_bytes(std::uint64_t numbers) {
  return (numbers * double_bytes + most_expansion - 1) / most_expansion;
}

/// One frame of bytes that come piece by piece.
class Compressor {
 public:
  Compressor(std::uint64_t bytes, TemporaryFile& to) : to_(to) {
    if (!stream_) throw std::bad_alloc();
    check(ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_compressionLevel, compression_level));
    check(ZSTD_CCtx_setPledgedSrcSize(stream_.get(), bytes));
  }
  void add(std::string_view bytes, ZSTD_EndDirective how) {
    ZSTD_inBuffer from{bytes.data(), bytes.size(), 0};
    for (std::size_t left = 1; how == ZSTD_e_end ? left > 0 : from.pos < from.size;) {
      ZSTD_outBuffer out{room_.data(), room_.size(), 0};
      left = check(ZSTD_compressStream2(stream_.get(), &out, &from, how));
      to_.append({room_.data(), out.pos});
    }
  }

 private:
  static std::size_t check(std::size_t code) {
    if (ZSTD_isError(code)) throw std::runtime_error(ZSTD_getErrorName(code));
    return code;
  }
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> stream_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::string room_ = std::string(std::size_t{1} << 18, '\0');
  TemporaryFile& to_;
};

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

void ByteWriter::vector(std::span<const double> values) {
  ByteWriter plain;
  plain.bytes_.reserve(values.size() * double_bytes);
  for (const double value : values) plain.number(value);
  const std::string planes = shuffle(plain.bytes_);
  std::string frame(ZSTD_compressBound(planes.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), planes.data(), planes.size(), compression_level);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  frame.resize(std::max<std::size_t>(size, least_bytes(values.size())));
  std::fill(frame.begin() + static_cast<std::ptrdiff_t>(size), frame.end(), '\0');
  text(frame);
}

void write_large_vector(std::uint64_t count, const NumberPieces& numbers, TemporaryFile& to) {
  Compressor compressor(count * double_bytes, to);
  std::string plane;
  for (std::size_t k = 0; k < double_bytes; ++k) {
    numbers([&](std::span<const double> some) {
      plane.resize(some.size());
      for (std::size_t i = 0; i < some.size(); ++i)
        plane[i] = static_cast<char>(std::bit_cast<std::uint64_t>(some[i]) >> (8 * k) & 0xff);
      compressor.add(plane, ZSTD_e_continue);
    });
  }
  compressor.add({}, ZSTD_e_end);
  const std::uint64_t least = least_bytes(count);
  if (to.size() < least) to.append(std::string(least - to.size(), '\0'));
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
