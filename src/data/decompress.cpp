#include "data/decompress.hpp"

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

/// One step's worth of output; also the most input handed over at once, as the libraries count in 32 bits.
constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

class Output {
 public:
  char* buffer() { return buffer_.data(); }
  void take(std::size_t bytes) { text_.append(buffer_.data(), bytes); }
  std::string text() && { return std::move(text_); }

 private:
  std::vector<char> buffer_ = std::vector<char>(buffer_bytes);
  std::string text_;
};

/// Says what is wrong with the stream of one file.
struct Broken {
  std::string_view kind;
  const std::string& name;

  [[noreturn]] void truncated() const {
    throw DataError({name, 0, 0}, fmt::format("the {} stream is truncated", kind), "the file ends too early");
  }
  [[noreturn]] void corrupt(std::string_view why) const {
    throw DataError({name, 0, 0}, fmt::format("the {} stream is corrupt", kind), std::string(why));
  }
};

unsigned clip(std::size_t bytes) { return static_cast<unsigned>(std::min(bytes, buffer_bytes)); }

/// gzip pads with zeros where a tape wants full blocks.
bool only_zeros(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

std::string gunzip(std::string_view bytes, const Broken& broken) {
  constexpr int any_gzip_window = 15 + 16;
  z_stream stream{};
  if (inflateInit2(&stream, any_gzip_window) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> cleanup(&stream, &inflateEnd);
  Output output;
  std::size_t used = 0;
  for (;;) {
    const unsigned given = clip(bytes.size() - used);
    // zlib's interface lacks the const; it does not write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + used));
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(output.buffer());
    stream.avail_out = clip(buffer_bytes);
    const int result = inflate(&stream, Z_NO_FLUSH);
    used += given - stream.avail_in;
    output.take(buffer_bytes - stream.avail_out);
    if (result == Z_STREAM_END) {
      if (only_zeros(bytes.substr(used))) return std::move(output).text();
      inflateReset(&stream);
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      broken.corrupt(stream.msg != nullptr ? stream.msg : "it does not decompress");
    } else if (used == bytes.size() && stream.avail_out > 0) {
      broken.truncated();
    }
  }
}

/// bzip2 has no reset: each stream gets a decoder of its own.
class BzipDecoder {
 public:
  BzipDecoder() {
    if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  ~BzipDecoder() { BZ2_bzDecompressEnd(&stream); }
  BzipDecoder(const BzipDecoder&) = delete;
  BzipDecoder& operator=(const BzipDecoder&) = delete;

  bz_stream stream{};
};

/// Returns the bytes of the input used by its first stream.
std::size_t bunzip_one(std::string_view bytes, Output& output, const Broken& broken) {
  BzipDecoder decoder;
  bz_stream& stream = decoder.stream;
  std::size_t used = 0;
  for (;;) {
    const unsigned given = clip(bytes.size() - used);
    stream.next_in = const_cast<char*>(bytes.data() + used);
    stream.avail_in = given;
    stream.next_out = output.buffer();
    stream.avail_out = clip(buffer_bytes);
    const int result = BZ2_bzDecompress(&stream);
    used += given - stream.avail_in;
    output.take(buffer_bytes - stream.avail_out);
    if (result == BZ_STREAM_END) return used;
    if (result == BZ_MEM_ERROR) throw std::bad_alloc();
    if (result != BZ_OK) broken.corrupt("it does not decompress");
    if (used == bytes.size() && stream.avail_out > 0) broken.truncated();
  }
}

std::string bunzip(std::string_view bytes, const Broken& broken) {
  Output output;
  do {
    bytes.remove_prefix(bunzip_one(bytes, output, broken));
  } while (!only_zeros(bytes));
  return std::move(output).text();
}

std::string unxz(std::string_view bytes, const Broken& broken) {
  // A header may ask for a dictionary of 4 GiB; `xz -9` needs 65 MiB.
  constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, most_memory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  const std::unique_ptr<lzma_stream, decltype(&lzma_end)> cleanup(&stream, &lzma_end);
  Output output;
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  for (;;) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(output.buffer());
    stream.avail_out = buffer_bytes;
    const lzma_ret result = lzma_code(&stream, LZMA_FINISH);
    output.take(buffer_bytes - stream.avail_out);
    if (result == LZMA_STREAM_END) return std::move(output).text();
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (result == LZMA_MEMLIMIT_ERROR) broken.corrupt("it asks for a dictionary of more than 256 MiB");
    if (result == LZMA_BUF_ERROR) broken.truncated();
    if (result == LZMA_OPTIONS_ERROR) broken.corrupt("it asks for an unknown filter");
    if (result != LZMA_OK) broken.corrupt("it does not decompress");
  }
}

std::string unzstd(std::string_view bytes, const Broken& broken) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  Output output;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{output.buffer(), buffer_bytes, 0};
    const std::size_t missing = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(missing) != 0) broken.corrupt(ZSTD_getErrorName(missing));
    output.take(out.pos);
    const bool input_used_up = in.pos == in.size;
    if (missing == 0 && input_used_up) return std::move(output).text();
    // A full buffer may hide more output of a frame that has no more input.
    if (input_used_up && out.pos < out.size) broken.truncated();
  }
}

}  // namespace

Compression compression_of(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x1f\x8b\x08"sv)) return Compression::gzip;
  if (bytes.starts_with("\xfd"
                        "7zXZ\0"sv)) {
    return Compression::xz;
  }
  if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return Compression::zstd;
  // "BZh9" alone could be a label; a block's or the end's magic number follows it.
  if (bytes.starts_with("BZh"sv) && bytes.size() > 4 && bytes[3] >= '1' && bytes[3] <= '9' &&
      (bytes.substr(4).starts_with("1AY&SY"sv) || bytes.substr(4).starts_with("\x17rE8P\x90"sv))) {
    return Compression::bzip2;
  }
  return Compression::none;
}

std::string decompress(Compression compression, std::string_view bytes, const std::string& name) {
  switch (compression) {
    case Compression::gzip:
      return gunzip(bytes, {"gzip", name});
    case Compression::bzip2:
      return bunzip(bytes, {"bzip2", name});
    case Compression::xz:
      return unxz(bytes, {"xz", name});
    case Compression::zstd:
      return unzstd(bytes, {"zstd", name});
    case Compression::none:
      break;
  }
  return std::string(bytes);
}

}  // namespace smsvm
