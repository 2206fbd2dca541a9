#include "data/npy_format.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "data/excerpt.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::size_t version_size = 2;

/// The header is a Python dictionary of three entries. This reads exactly that and no other Python.
class HeaderText {
 public:
  HeaderText(std::string_view text, const ArrayPlace& place) : rest_(text), place_(place) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string_view key = string();
      expect(':');
      bool* seen = nullptr;
      if (key == "descr") {
        header.type = type();
        seen = &has_type;
      } else if (key == "fortran_order") {
        header.column_major = boolean();
        seen = &has_order;
      } else if (key == "shape") {
        header.shape = tuple();
        seen = &has_shape;
      }
      if (seen == nullptr || *seen) fail();
      *seen = true;
      if (!take(',') && peek() != '}') fail();
    }
    skip_blanks();
    if (!rest_.empty() || !has_type || !has_order || !has_shape) fail();
    return header;
  }

 private:
  [[noreturn]] void fail() const {
    place_.fail("the header of the .npy format is damaged", "expected a file that numpy.save wrote");
  }

  void skip_blanks() {
    const auto start = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }
  char peek() {
    skip_blanks();
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool take(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail();
  }
  bool take_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail();
    const auto end = rest_.find(quote, 1);
    if (end == std::string_view::npos) fail();
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool boolean() {
    if (take_word("True")) return true;
    if (!take_word("False")) fail();
    return false;
  }

  std::vector<std::int64_t> tuple() {
    constexpr std::size_t most_dimensions = 64;  // NumPy's own limit
    std::vector<std::int64_t> sizes;
    expect('(');
    while (!take(')')) {
      skip_blanks();
      std::int64_t size = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (error != std::errc() || size < 0 || sizes.size() == most_dimensions) fail();
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      take('L');  // as Python 2 wrote long integers
      sizes.push_back(size);
      if (!take(',') && peek() != ')') fail();
    }
    return sizes;
  }

  NpyType type() {
    if (peek() == '[') {
      place_.fail("the array has named fields", "expected an array of numbers");
    }
    const std::string_view text = string();
    if (text.find('O') != std::string_view::npos) {
      place_.fail("the array holds Python objects (a pickle), and no code from a file is ever run",
                  "save numbers: array.astype(numpy.float32)");
    }
    const auto type = parse_type(text);
    if (!type) {
      place_.fail(fmt::format("the type {} of the array is not supported", in_quotes(text)),
                  "expected integers or floats of at most 64 bits, e.g. array.astype(numpy.float32)");
    }
    return *type;
  }

  static std::optional<NpyType> parse_type(std::string_view text) {
    if (text.size() < 3) return std::nullopt;
    NpyType type;
    if (text[0] == '>') {
      type.big_endian = true;
    } else if (text[0] != '<' && text[0] != '|' && text[0] != '=') {
      return std::nullopt;
    }
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), size);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    type.size = size;
    const bool is_integer_size = size == 1 || size == 2 || size == 4 || size == 8;
    using Kind = NpyType::Kind;
    switch (text[1]) {
      case 'f':
        type.kind = Kind::real;
        return size == 2 || size == 4 || size == 8 ? std::optional(type) : std::nullopt;
      case 'i':
        type.kind = Kind::signed_integer;
        return is_integer_size ? std::optional(type) : std::nullopt;
      case 'u':
        type.kind = Kind::unsigned_integer;
        return is_integer_size ? std::optional(type) : std::nullopt;
      case 'b':
        type.kind = Kind::boolean;
        return size == 1 ? std::optional(type) : std::nullopt;
      case 'S':
        type.kind = Kind::bytes;
        return type;
      case 'U':
        type.kind = Kind::unicode;
        if (size > std::numeric_limits<std::size_t>::max() / 4) return std::nullopt;
        type.size = 4 * size;  // the text counts code points of four bytes
        return type;
      default:
        return std::nullopt;
    }
  }

  std::string_view rest_;
  const ArrayPlace& place_;
};

/// Bytes per element times the shape, or nothing if that is more than any file has.
std::optional<std::uint64_t> elements_of(const NpyHeader& header) {
  constexpr std::uint64_t most_bytes = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t size : header.shape) {
    if (size == 0) return 0;
  }
  const std::uint64_t most = most_bytes / std::max<std::uint64_t>(1, header.type.size);
  std::uint64_t elements = 1;
  for (const std::int64_t size : header.shape) {
    if (elements > most / static_cast<std::uint64_t>(size)) return std::nullopt;
    elements *= static_cast<std::uint64_t>(size);
  }
  return elements;
}

}  // namespace

void ArrayPlace::fail(const std::string& found, const std::string& expected) const {
  throw DataError(Place{file}, array.empty() ? found : fmt::format("array {}: {}", in_quotes(array), found), expected);
}

NpyHeader parse_npy_header(std::string_view bytes, const ArrayPlace& place) {
  if (!bytes.starts_with(npy_magic) || bytes.size() < npy_magic.size() + version_size) {
    place.fail("this is not the .npy format", "expected a file that numpy.save wrote");
  }
  const int version = static_cast<unsigned char>(bytes[npy_magic.size()]);
  if (version < 1 || version > 3) {
    place.fail(fmt::format("version {} of the .npy format", version), "expected version 1, 2 or 3");
  }
  const std::size_t length_at = npy_magic.size() + version_size, length_size = version == 1 ? 2 : 4;
  if (bytes.size() < length_at + length_size) place.fail("the file ends within its header", "expected a complete file");
  std::uint64_t length = 0;
  for (std::size_t i = length_size; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[length_at + i]);
  const std::size_t start = length_at + length_size;
  if (start + length > longest_npy_header) {
    place.fail(fmt::format("a header of {} bytes", length), "expected an array of numbers, whose header is short");
  }
  if (length > bytes.size() - start) place.fail("the file ends within its header", "expected a complete file");

  NpyHeader header = HeaderText(bytes.substr(start, static_cast<std::size_t>(length)), place).parse();
  const auto elements = elements_of(header);
  if (!elements) {
    place.fail(fmt::format("an array of shape ({})", fmt::join(header.shape, ", ")), "no file is that large");
  }
  header.elements = *elements;
  header.offset = start + length;
  header.size = header.offset + header.elements * header.type.size;
  return header;
}

void check_npy_size(const NpyHeader& header, std::uint64_t actual, const ArrayPlace& place) {
  if (actual == header.size) return;
  place.fail(fmt::format("{} bytes, where a shape of ({}) and elements of {} bytes make {}", actual,
                         fmt::join(header.shape, ", "), header.type.size, header.size),
             actual < header.size ? "the file is truncated" : "expected one array and nothing after it");
}

NpyArray parse_npy(std::string_view bytes, const ArrayPlace& place) {
  NpyArray array{parse_npy_header(bytes, place), {}};
  check_npy_size(array, bytes.size(), place);
  array.data = bytes.substr(static_cast<std::size_t>(array.offset));
  return array;
}

}  // namespace smsvm
