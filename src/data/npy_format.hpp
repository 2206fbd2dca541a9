#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm {

/// Where an array stands, for messages: a .npy file, or an array inside an .npz file.
struct ArrayPlace {
  std::string file;
  std::string array;  ///< empty for .npy

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;  ///< throws DataError
};

/// The type of an array's elements, as NumPy's '<f8' gives it.
struct NpyType {
  enum class Kind { real, signed_integer, unsigned_integer, boolean, bytes, unicode };
  Kind kind = Kind::real;
  std::size_t size = 0;  ///< of an element, in bytes
  bool big_endian = false;

  bool is_text() const { return kind == Kind::bytes || kind == Kind::unicode; }
};

/// What the header of the .npy format says (1.0, 2.0 or 3.0; numpy.lib.format).
struct NpyHeader {
  NpyType type;
  bool column_major = false;
  std::vector<std::int64_t> shape;  ///< empty for a single element
  std::uint64_t elements = 1;
  std::uint64_t offset = 0;  ///< where the elements begin
  std::uint64_t size = 0;    ///< of the whole file, bytes
};

struct NpyArray : NpyHeader {
  std::string_view data;  ///< elements × type.size bytes

  std::string_view element(std::uint64_t index) const {
    return data.substr(static_cast<std::size_t>(index) * type.size, type.size);
  }
};

/// Enough of a file for any header that we accept.
inline constexpr std::uint64_t longest_npy_header = std::uint64_t{1} << 16;

/// `bytes`: the beginning of the file, its first `longest_npy_header` bytes if it has them.
/// Throws DataError if this is no .npy file, or if its elements are neither numbers nor text (a pickle is never run).
NpyHeader parse_npy_header(std::string_view bytes, const ArrayPlace& place);

/// The whole file; throws DataError also if its length is not what the header says.
NpyArray parse_npy(std::string_view bytes, const ArrayPlace& place);

/// Throws DataError unless the file's length is what its header says.
void check_npy_size(const NpyHeader& header, std::uint64_t actual, const ArrayPlace& place);

}  // namespace smsvm
