#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm::test {

/// The bytes of the numbers, in the byte order of '<' or '>'.
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers, bool big_endian = false) {
  std::string result;
  for (const Number& number : numbers) {
    std::string bytes(sizeof(Number), '\0');
    std::memcpy(bytes.data(), &number, sizeof(Number));
    if (big_endian) std::reverse(bytes.begin(), bytes.end());
    result += bytes;
  }
  return result;
}

inline std::string little_endian(std::uint64_t value, int width) {
  std::string result;
  for (int i = 0; i < width; ++i) result += static_cast<char>(value >> (8 * i));
  return result;
}

/// A .npy file with any header.
inline std::string npy_with_header(std::string header, const std::string& data, int version = 1) {
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little_endian(header.size(), version == 1 ? 2 : 4) + header + data;
}

/// A .npy file as numpy.save writes it; shape "3, 2", type "<f8".
inline std::string npy(const std::string& type, const std::string& shape, const std::string& data, bool fortran = false,
                       int version = 1) {
  return npy_with_header(
      fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", type, fortran ? "True" : "False", shape),
      data, version);
}

/// Text of a fixed width, as in '<U3'.
inline std::string unicode(const std::vector<std::u32string>& texts, std::size_t width) {
  std::string result;
  for (auto text : texts) {
    text.resize(width);
    for (const char32_t c : text) result += little_endian(c, 4);
  }
  return result;
}

struct ZipEntry {
  std::string name, content;
};

enum class Packing { stored, deflated };

inline std::string deflate_raw(const std::string& content) {
  std::string packed(content.size() + content.size() / 1000 + 64, '\0');
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// A zip archive; with zip64, all sizes and offsets stand in the wide fields.
inline std::string zip(const std::vector<ZipEntry>& entries, Packing packing = Packing::stored, bool zip64 = false) {
  std::string archive, directory;
  for (const auto& [name, content] : entries) {
    const std::string packed = packing == Packing::deflated ? deflate_raw(content) : content;
    const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    const std::uint64_t offset = archive.size();
    const auto narrow = [&](std::uint64_t value) { return little_endian(zip64 ? 0xffffffff : value, 4); };
    const std::string common = little_endian(45, 2) + little_endian(0, 2) +
                               little_endian(packing == Packing::deflated ? 8 : 0, 2) + little_endian(0, 4) +
                               little_endian(checksum, 4) + narrow(packed.size()) + narrow(content.size()) +
                               little_endian(name.size(), 2);
    const std::string sizes = little_endian(content.size(), 8) + little_endian(packed.size(), 8);
    const std::string other_field = little_endian(0x7777, 2) + little_endian(3, 2) + "abc";
    const std::string local_extra = zip64 ? little_endian(1, 2) + little_endian(16, 2) + sizes : "";
    const std::string directory_extra =
        zip64 ? other_field + little_endian(1, 2) + little_endian(24, 2) + sizes + little_endian(offset, 8) : "";
    archive +=
        little_endian(0x04034b50, 4) + common + little_endian(local_extra.size(), 2) + name + local_extra + packed;
    directory += little_endian(0x02014b50, 4) + little_endian(45, 2) + common +
                 little_endian(directory_extra.size(), 2) + little_endian(0, 2) + little_endian(0, 2) +
                 little_endian(0, 2) + little_endian(0, 4) + narrow(offset) + name + directory_extra;
  }
  const std::uint64_t start = archive.size(), count = entries.size();
  archive += directory;
  if (zip64) {
    const std::uint64_t end64 = archive.size();
    archive += little_endian(0x06064b50, 4) + little_endian(44, 8) + little_endian(45, 2) + little_endian(45, 2) +
               little_endian(0, 8) + little_endian(count, 8) + little_endian(count, 8) +
               little_endian(directory.size(), 8) + little_endian(start, 8);
    archive += little_endian(0x07064b50, 4) + little_endian(0, 4) + little_endian(end64, 8) + little_endian(1, 4);
  }
  return archive + little_endian(0x06054b50, 4) + little_endian(0, 4) + little_endian(zip64 ? 0xffff : count, 2) +
         little_endian(zip64 ? 0xffff : count, 2) + little_endian(zip64 ? 0xffffffff : directory.size(), 4) +
         little_endian(zip64 ? 0xffffffff : start, 4) + little_endian(0, 2);
}

}  // namespace smsvm::test
