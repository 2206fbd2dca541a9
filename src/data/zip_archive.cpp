#include "data/zip_archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "data/excerpt.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

// Signatures, sizes and field positions are those of PKWARE's APPNOTE.TXT, section 4.3; all numbers are little-endian.
constexpr std::uint32_t end_signature = 0x06054b50, end64_locator_signature = 0x07064b50, end64_signature = 0x06064b50,
                        directory_signature = 0x02014b50, local_signature = 0x04034b50;
constexpr std::size_t end_size = 22, end64_locator_size = 20, end64_size = 56, directory_size = 46, local_size = 30;
constexpr std::size_t longest_comment = 0xffff;
constexpr std::uint32_t in_zip64_field = 0xffffffff;
constexpr std::uint16_t zip64_field = 1, encrypted_flag = 1, stored_method = 0, deflated_method = 8;
constexpr std::uint64_t best_deflate_ratio = 1032;  // zlib.net/zlib_tech.html

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}
std::uint16_t number16(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number(bytes, at, 2));
}
std::uint32_t number32(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(number(bytes, at, 4));
}
std::uint64_t number64(std::string_view bytes, std::size_t at) { return number(bytes, at, 8); }

/// The part of `whole` that begins at `offset`, if all of it is there.
std::optional<std::string_view> slice(std::string_view whole, std::uint64_t offset, std::uint64_t size) {
  if (offset > whole.size() || size > whole.size() - offset) return std::nullopt;
  return whole.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

/// Where the record stands that ends every archive; only a comment may follow it.
std::optional<std::size_t> find_end(std::string_view archive) {
  if (archive.size() < end_size) return std::nullopt;
  const std::size_t last = archive.size() - end_size, first = last > longest_comment ? last - longest_comment : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (number32(archive, at) == end_signature && at + end_size + number16(archive, at + 20) == archive.size())
      return at;
  }
  return std::nullopt;
}

/// Where the archive's directory lies, and how many members it lists.
struct DirectoryPlace {
  std::uint64_t members = 0, size = 0, offset = 0;
};

std::optional<DirectoryPlace> find_directory(std::string_view archive) {
  const auto end = find_end(archive);
  if (!end) return std::nullopt;
  DirectoryPlace place{number16(archive, *end + 10), number32(archive, *end + 12), number32(archive, *end + 16)};
  if (*end < end64_locator_size) return place;
  const std::size_t locator = *end - end64_locator_size;
  if (number32(archive, locator) != end64_locator_signature) return place;
  const auto end64 = slice(archive, number64(archive, locator + 8), end64_size);
  if (!end64 || number32(*end64, 0) != end64_signature) return std::nullopt;
  return DirectoryPlace{number64(*end64, 32), number64(*end64, 40), number64(*end64, 48)};
}

/// Reads the 64-bit fields that replace saturated 32-bit ones, in their fixed order.
class Zip64Field {
 public:
  explicit Zip64Field(std::string_view extra_fields) {
    while (extra_fields.size() >= 4) {
      const std::size_t size = number16(extra_fields, 2);
      if (size > extra_fields.size() - 4) return;
      if (number16(extra_fields, 0) == zip64_field) {
        rest_ = extra_fields.substr(4, size);
        return;
      }
      extra_fields.remove_prefix(4 + size);
    }
  }

  std::optional<std::uint64_t> replace(std::uint32_t value) {
    if (value != in_zip64_field) return value;
    if (rest_.size() < 8) return std::nullopt;
    const std::uint64_t wide = number64(rest_, 0);
    rest_.remove_prefix(8);
    return wide;
  }

 private:
  std::string_view rest_;
};

/// zlib's state for a stream without a header of its own, freed on every way out.
class RawInflater {
 public:
  explicit RawInflater(std::string_view packed) : rest_(packed) {
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~RawInflater() { inflateEnd(&stream_); }
  RawInflater(const RawInflater&) = delete;
  RawInflater& operator=(const RawInflater&) = delete;

  /// Fills as much of `output` as the stream has; returns how much that is. Damage ends the stream.
  std::size_t fill(char* output, std::size_t size) {
    std::size_t done = 0;
    while (done < size && !ended_) {
      feed();
      const auto room = static_cast<uInt>(std::min(size - done, most_at_once));
      stream_.next_out = reinterpret_cast<Bytef*>(output + done);
      stream_.avail_out = room;
      const int code = inflate(&stream_, Z_NO_FLUSH);
      done += room - stream_.avail_out;
      ended_ = code != Z_OK;  // the end, damage, or nothing left to read
    }
    return done;
  }

 private:
  static constexpr std::size_t most_at_once = std::size_t{1} << 30;  // zlib counts in 32 bits

  void feed() {
    if (stream_.avail_in > 0 || rest_.empty()) return;
    const std::size_t size = std::min(rest_.size(), most_at_once);
    // zlib reads only; its interface is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(size);
    rest_.remove_prefix(size);
  }

  z_stream stream_{};
  std::string_view rest_;
  bool ended_ = false;
};

}  // namespace

ZipArchive::ZipArchive(std::string_view archive, std::string file) : archive_(archive), file_(std::move(file)) {
  const auto place = find_directory(archive_);
  if (!place) fail_truncated();
  auto directory = slice(archive_, place->offset, place->size);
  if (!directory || place->members > directory->size() / directory_size) fail_truncated();
  members_.reserve(static_cast<std::size_t>(place->members));
  for (std::uint64_t i = 0; i < place->members; ++i) members_.push_back(read_member(*directory));

  // By name, so that a hostile archive of a million members costs no million² comparisons.
  std::sort(members_.begin(), members_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto twin = std::adjacent_find(members_.begin(), members_.end(),
                                       [](const auto& a, const auto& b) { return a.name == b.name; });
  if (twin != members_.end())
    fail(fmt::format("two members are called {}", in_quotes(twin->name)), "names must differ");
}

const ZipMember* ZipArchive::find(std::string_view name) const {
  const auto at =
      std::find_if(members_.begin(), members_.end(), [&](const ZipMember& member) { return member.name == name; });
  return at == members_.end() ? nullptr : &*at;
}

ZipMember ZipArchive::read_member(std::string_view& directory) const {
  if (directory.size() < directory_size || number32(directory, 0) != directory_signature) fail_truncated();
  const std::string_view fixed = directory.substr(0, directory_size);
  directory.remove_prefix(directory_size);
  const std::size_t name_size = number16(fixed, 28), extra_size = number16(fixed, 30),
                    comment_size = number16(fixed, 32);
  if (name_size + extra_size + comment_size > directory.size()) fail_truncated();
  const std::string_view extra = directory.substr(name_size, extra_size);

  ZipMember member;
  member.name = directory.substr(0, name_size);
  directory.remove_prefix(name_size + extra_size + comment_size);
  if (number16(fixed, 8) & encrypted_flag) {
    fail(fmt::format("member {} is encrypted", in_quotes(member.name)), "expected an archive without a password");
  }
  member.method = number16(fixed, 10);
  member.checksum = number32(fixed, 16);
  Zip64Field wide(extra);
  const auto size = wide.replace(number32(fixed, 24));
  const auto packed_size = wide.replace(number32(fixed, 20));
  const auto local_header = wide.replace(number32(fixed, 42));
  if (!size || !packed_size || !local_header) fail_truncated();
  member.size = *size;
  member.packed = packed_bytes(member.name, *local_header, *packed_size);
  return member;
}

std::string_view ZipArchive::packed_bytes(const std::string& name, std::uint64_t local_header,
                                          std::uint64_t size) const {
  const auto local = slice(archive_, local_header, local_size);
  if (!local || number32(*local, 0) != local_signature) {
    fail(fmt::format("member {} is not where the directory says", in_quotes(name)), "expected a complete zip archive");
  }
  // The name and the extra fields are repeated here, and the latter may differ in length.
  const std::uint64_t start = local_header + local_size + number16(*local, 26) + number16(*local, 28);
  const auto packed = slice(archive_, start, size);
  if (!packed) fail(fmt::format("member {} reaches past the end", in_quotes(name)), "expected a complete zip archive");
  return *packed;
}

ZipBytes ZipArchive::extract(const ZipMember& member) const {
  ZipBytes result = unpack(member, member.size);
  const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(result.bytes.data()), result.bytes.size());
  if (static_cast<std::uint32_t>(checksum) != member.checksum) {
    fail(fmt::format("member {} does not match its checksum", in_quotes(member.name)), "the archive is damaged");
  }
  return result;
}

ZipBytes ZipArchive::head(const ZipMember& member, std::uint64_t count) const {
  return unpack(member, std::min(count, member.size));
}

ZipBytes ZipArchive::unpack(const ZipMember& member, std::uint64_t count) const {
  ZipBytes result;
  if (member.method == stored_method) {
    if (member.packed.size() != member.size) {
      fail(fmt::format("member {} is stored, but its two sizes differ", in_quotes(member.name)),
           "the archive is damaged");
    }
    result.bytes = member.packed.substr(0, static_cast<std::size_t>(count));
    return result;
  }
  if (member.method != deflated_method) {
    fail(fmt::format("member {} is packed by method {}", in_quotes(member.name), member.method),
         "expected stored or deflated members, as numpy.savez and savez_compressed write them");
  }
  if (member.size / best_deflate_ratio > member.packed.size()) {
    fail(fmt::format("member {} claims {} bytes, packed into {}", in_quotes(member.name), member.size,
                     member.packed.size()),
         "deflate packs 1032 to 1 at best");
  }
  result.storage.resize(static_cast<std::size_t>(count));
  RawInflater inflater(member.packed);
  if (inflater.fill(result.storage.data(), result.storage.size()) != count) {
    fail(fmt::format("member {} cannot be unpacked", in_quotes(member.name)), "the archive is damaged");
  }
  result.bytes = {result.storage.data(), result.storage.size()};
  return result;
}

void ZipArchive::fail(std::string found, std::string expected) const {
  throw DataError(Place{file_}, std::move(found), std::move(expected));
}

void ZipArchive::fail_truncated() const {
  fail("the directory of the zip archive is missing or damaged", "expected a complete zip archive");
}

}  // namespace smsvm
