#include "data/decompress.hpp"

#include <bzlib.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using testing::HasSubstr;

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<unsigned>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<unsigned>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string bzip2(const std::string& text) {
  auto size = static_cast<unsigned>(text.size() + text.size() / 50 + 1000);
  std::string packed(size, '\0');
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 9, 0, 0),
            BZ_OK);
  packed.resize(size);
  return packed;
}

std::string xz(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

/// With a checksum, as the zstd command adds one.
std::string zstd(const std::string& text) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress2(context.get(), packed.data(), packed.size(), text.data(), text.size()));
  return packed;
}

struct Method {
  const char* name;
  Compression compression;
  std::string (*pack)(const std::string&);
};

/// Larger than any buffer, and neither all alike nor all random.
std::string long_text() {
  std::mt19937 random(3);
  std::string text;
  while (text.size() < 1'500'000) text += std::to_string(random() % 1000) + (random() % 8 == 0 ? "\n" : " ");
  return text;
}

class Decompress : public testing::TestWithParam<Method> {
 protected:
  std::string pack(const std::string& text) const { return GetParam().pack(text); }
  std::string unpack(const std::string& packed) const { return decompress(GetParam().compression, packed, "t.gz"); }
  std::string message_of(const std::string& packed) const {
    try {
      unpack(packed);
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  }
};

TEST_P(Decompress, GivesBackTheText) {
  const std::string text = long_text();
  const std::string packed = pack(text);
  EXPECT_EQ(compression_of(packed), GetParam().compression);
  EXPECT_EQ(unpack(packed), text);
}

TEST_P(Decompress, AcceptsAnEmptyText) {
  EXPECT_EQ(compression_of(pack("")), GetParam().compression);
  EXPECT_EQ(unpack(pack("")), "");
}

TEST_P(Decompress, AcceptsHighlyRepetitiveText) {
  const std::string text(5'000'000, 'a');
  EXPECT_EQ(unpack(pack(text)), text);
}

TEST_P(Decompress, JoinsConcatenatedStreams) {
  const std::string text = long_text();
  EXPECT_EQ(unpack(pack("one\n") + pack("") + pack(text) + pack("three\n")), "one\n" + text + "three\n");
}

TEST_P(Decompress, SaysThatAStreamIsTruncated) {
  const std::string packed = pack(long_text());
  const std::string short_packed = pack("1 1:1\n");
  for (std::size_t size = 10; size < packed.size(); size += packed.size() / 23) {
    EXPECT_THAT(message_of(packed.substr(0, size)), HasSubstr("truncated")) << size;
  }
  for (std::size_t size = 10; size < short_packed.size(); ++size) {
    EXPECT_THAT(message_of(short_packed.substr(0, size)), HasSubstr("truncated")) << size;
    EXPECT_THAT(message_of(short_packed + short_packed.substr(0, size)), HasSubstr("truncated")) << size;
  }
}

TEST_P(Decompress, NeverTakesAFlippedBitForAnotherText) {
  const std::string text = "1 1:0.5 2:0.25\n-1 1:3\n";
  const std::string packed = pack(text);
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    std::string damaged = packed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    try {
      EXPECT_EQ(unpack(damaged), text) << bit;  // some bits of a header mean nothing
    } catch (const DataError& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
      EXPECT_EQ(error.place().file, "t.gz");
    }
  }
}

TEST_P(Decompress, RefusesWhatFollowsTheStream) {
  EXPECT_THAT(message_of(pack("1 1:1\n") + "1 1:1, in plain text\n"), HasSubstr("corrupt"));
}

INSTANTIATE_TEST_SUITE_P(Methods, Decompress,
                         testing::Values(Method{"Gzip", Compression::gzip, gzip},
                                         Method{"Bzip2", Compression::bzip2, bzip2}, Method{"Xz", Compression::xz, xz},
                                         Method{"Zstd", Compression::zstd, zstd}),
                         [](const auto& parameter) { return parameter.param.name; });

TEST(CompressionOf, IsNotFooledByText) {
  for (const char* text : {"", "1 1:1\n", "B", "BZh", "BZh9", "BZh9 1:1\n", "\x1f", "\x1f\x8b", "\xfd", "(", "PK"}) {
    EXPECT_EQ(compression_of(text), Compression::none) << text;
  }
}

}  // namespace
}  // namespace smsvm
