#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm {

/// One file inside a zip archive, as the archive's directory describes it.
struct ZipMember {
  std::string name;
  std::uint16_t method = 0;
  std::uint32_t checksum = 0;  ///< CRC-32 of the unpacked bytes
  std::uint64_t size = 0;      ///< unpacked
  std::string_view packed;
};

/// Unpacked bytes: a view into the archive where a member is merely stored, else into `storage`.
struct ZipBytes {
  std::vector<char> storage;
  std::string_view bytes;

  ZipBytes() = default;
  ZipBytes(ZipBytes&&) = default;
  ZipBytes& operator=(ZipBytes&&) = default;
};

/// The directory of a zip archive in memory, zip64 included; members may be stored or deflated. Every offset and size
/// is checked against the bytes that are there. The archive's bytes must outlive this object and the views it gives
/// out.
class ZipArchive {
 public:
  /// Throws DataError, naming `file`, if the directory is damaged.
  ZipArchive(std::string_view archive, std::string file);

  const std::vector<ZipMember>& members() const { return members_; }  ///< by name
  const ZipMember* find(std::string_view name) const;                 ///< null if there is none

  /// All of a member, its checksum verified. The memory taken is member.size, which deflate bounds by 1032 × its
  /// packed size; a caller that can tell the true size from head() should compare first.
  ZipBytes extract(const ZipMember& member) const;

  /// The first bytes of a member, at most `count`; the checksum is not verified.
  ZipBytes head(const ZipMember& member, std::uint64_t count) const;

 private:
  ZipBytes unpack(const ZipMember& member, std::uint64_t count) const;
  ZipMember read_member(std::string_view& directory) const;
  std::string_view packed_bytes(const std::string& name, std::uint64_t local_header, std::uint64_t size) const;
  [[noreturn]] void fail(std::string found, std::string expected) const;
  [[noreturn]] void fail_truncated() const;

  std::string_view archive_;
  std::string file_;
  std::vector<ZipMember> members_;
};

}  // namespace smsvm
