#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "model/checksum.hpp"
#include "model/file_bytes.hpp"
#include "model/parse.hpp"
#include "smsvm/error.hpp"
#include "smsvm/proof.hpp"
#include "util/atomic_file.hpp"

// The file: magic, version, the fields of Proof in the order written below (all little-endian), and the XXH3 of all of
// it. Version 2, which is still read, was for one class: its claim stood before the vectors, its dual point after them.
// A vector is a length in bytes, then its numbers as byte planes (all first bytes, all second bytes, …: the signs and
// exponents, which repeat, come together) in one zstd frame, then zeros up to that length.

namespace smsvm {
namespace {

constexpr std::string_view magic("\x8aSMPROOF", 8);
constexpr std::uint32_t version = 3, version_of_one_class = 2;
constexpr int compression_level = 3;

/// A vector takes at least 1/most_expansion of its size in the file (the zeros after the frame see to it): so a
/// reader's memory is bounded by the size of the file, and no small file makes it allocate much.
constexpr std::uint64_t most_expansion = 1000;

enum Flag : std::uint8_t { has_factors = 1, has_row_weights = 2, has_scale = 4 };
constexpr unsigned known_flags = has_factors | has_row_weights | has_scale;

std::string shuffle(std::string_view bytes, std::size_t width) {
  std::string planes(bytes.size(), '\0');
  const std::size_t count = bytes.size() / width;
  for (std::size_t k = 0; k < width; ++k) {
    for (std::size_t i = 0; i < count; ++i) planes[k * count + i] = bytes[i * width + k];
  }
  return planes;
}

std::string unshuffle(std::string_view planes, std::size_t width) {
  std::string bytes(planes.size(), '\0');
  const std::size_t count = planes.size() / width;
  for (std::size_t k = 0; k < width; ++k) {
    for (std::size_t i = 0; i < count; ++i) bytes[i * width + k] = planes[k * count + i];
  }
  return bytes;
}

class Writer {
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

  template <class Number>
  void vector(const std::vector<double>& values) {
    Writer plain;
    plain.bytes_.reserve(values.size() * sizeof(Number));
    for (const double value : values) plain.number(static_cast<Number>(value));
    const std::string planes = shuffle(plain.bytes_, sizeof(Number));
    std::string frame(ZSTD_compressBound(planes.size()), '\0');
    const std::size_t size = ZSTD_compress(frame.data(), frame.size(), planes.data(), planes.size(), compression_level);
    if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
    frame.resize(std::max<std::size_t>(size, (planes.size() + most_expansion - 1) / most_expansion));
    std::fill(frame.begin() + static_cast<std::ptrdiff_t>(size), frame.end(), '\0');
    text(frame);
  }

  void raw(std::string_view bytes) { bytes_ += bytes; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  Reader(std::string path, std::string_view bytes) : path_(std::move(path)), bytes_(bytes) {}

  template <class Number>
  Number number() {
    std::array<char, sizeof(Number)> bytes;
    const std::string_view from = take(sizeof(Number));
    std::copy(from.begin(), from.end(), bytes.begin());
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
    Number value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  double number_in(double low, double high, const char* what) {
    const auto value = number<double>();
    check(value, low, high, what);
    return value;
  }

  std::string_view text() { return take(number<std::uint64_t>()); }

  template <class Number>
  std::vector<double> vector(std::uint64_t count, double low, double high, const char* what) {
    const std::string bytes = unshuffle(decompress(count, sizeof(Number), what), sizeof(Number));
    Reader numbers(path_, bytes);
    std::vector<double> values;
    values.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      values.push_back(static_cast<double>(numbers.number<Number>()));
      check(values.back(), low, high, what);
    }
    return values;
  }

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) fail(fmt::format("{} bytes are announced where {} are left", count, bytes_.size()));
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  bool at_end() const { return bytes_.empty(); }

  [[noreturn]] void fail(const std::string& found) const {
    throw DataError({path_, 0, 0}, found, "a proof as it was written");
  }

 private:
  void check(double value, double low, double high, const char* what) const {
    if (!(value >= low && value <= high)) fail(fmt::format("{} is {}, outside [{}, {}]", what, value, low, high));
  }

  std::string decompress(std::uint64_t count, std::uint64_t width, const char* what) {
    const std::string_view stored = text();
    if (count > stored.size() * most_expansion / width) {
      fail(fmt::format("{} numbers ({}) are announced in {} bytes", count, what, stored.size()));
    }
    const std::size_t frame = ZSTD_findFrameCompressedSize(stored.data(), stored.size());
    if (ZSTD_isError(frame) || ZSTD_getFrameContentSize(stored.data(), stored.size()) != count * width) {
      fail(fmt::format("the compressed numbers ({}) are damaged", what));
    }
    std::string planes(count * width, '\0');
    const std::size_t size = ZSTD_decompress(planes.data(), planes.size(), stored.data(), frame);
    if (ZSTD_isError(size) || size != planes.size()) fail(fmt::format("the compressed numbers ({}) are damaged", what));
    return planes;
  }

  std::string path_;
  std::string_view bytes_;
};

constexpr double largest = std::numeric_limits<double>::max();

void write_penalty(Writer& to, const Penalty& penalty) {
  to.number(static_cast<std::uint8_t>(penalty.intercept));
  to.number(penalty.l2);
  to.number(penalty.l1);
}

void read_penalty(Reader& from, Penalty& penalty) {
  const auto intercept = from.number<std::uint8_t>();
  if (intercept > static_cast<std::uint8_t>(Intercept::none)) from.fail(fmt::format("unknown intercept {}", intercept));
  penalty.intercept = static_cast<Intercept>(intercept);
  penalty.l2 = from.number_in(0, largest, "the l2 weight");
  penalty.l1 = from.number_in(0, largest, "the l1 weight");
}

void write_claim(Writer& to, const ClassProof& claim) {
  to.number(claim.primal);
  to.number(claim.dual);
  to.text(claim.positive.text);
}

ClassProof read_claim(Reader& from) {
  ClassProof claim;
  claim.primal = from.number_in(-largest, largest, "the primal value");
  claim.dual = from.number_in(-largest, largest, "the dual value");
  claim.positive = Label::parse(std::string(from.text()));
  return claim;
}

/// The vectors that all classes share.
void read_shared_vectors(Reader& from, unsigned flags, Proof& proof) {
  const auto per_feature = [&](double low, const char* what) {
    const auto count = from.number<std::uint64_t>();
    return from.vector<double>(count, low, largest, what);
  };
  if ((flags & has_factors) != 0) proof.penalty.factor = per_feature(0, "a penalty factor");
  if ((flags & has_scale) != 0) {
    proof.penalty.scale = per_feature(std::numeric_limits<double>::min(), "the scale of a feature");
  }
  if ((flags & has_row_weights) != 0) {
    proof.row_weight = from.vector<double>(static_cast<std::uint64_t>(proof.rows), 0, largest, "a row weight");
  }
}

void read_dual_point(Reader& from, const Proof& proof, ClassProof& claim) {
  claim.dual_point = from.vector<double>(static_cast<std::uint64_t>(proof.rows), 0, 1, "a dual value");
}

/// Throws std::invalid_argument for what could not be loaded again.
void check_shape(const Proof& proof) {
  const auto require = [](bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
  };
  const auto rows = static_cast<std::size_t>(proof.rows);
  require(proof.rows >= 1 && (proof.row_weight.empty() || proof.row_weight.size() == rows),
          "the row weights of a proof do not fit its rows");
  require(!proof.classes.empty(), "a proof needs at least one class");
  const auto in_box = [](double value) { return value >= 0 && value <= 1; };
  for (const ClassProof& claim : proof.classes) {
    require(claim.dual_point.size() == rows, "a dual point does not fit the rows of the proof");
    require(std::all_of(claim.dual_point.begin(), claim.dual_point.end(), in_box),
            "a value of the dual point is outside [0, 1]");
  }
}

/// The bytes before the checksum, once magic and checksum are found right.
std::string_view checked_content(const std::string& path, std::string_view bytes) {
  if (!bytes.starts_with(magic))
    throw DataError({path, 0, 0}, "this is no proof", "a file written by train --certificate");
  constexpr std::size_t tail = sizeof(std::uint64_t);
  if (bytes.size() < magic.size() + tail) throw DataError({path, 0, 0}, "the file is cut short", "a whole proof");
  const std::string_view content = bytes.substr(0, bytes.size() - tail);
  if (Reader(path, bytes.substr(content.size())).number<std::uint64_t>() != Checksum::of(content)) {
    throw DataError({path, 0, 0}, "checksum does not match: the file was altered or damaged",
                    "the file as it was written");
  }
  return content.substr(magic.size());
}

}  // namespace

void save_proof(const Proof& proof, const std::string& path) {
  check_shape(proof);
  const bool weighted = !proof.row_weight.empty();
  const bool factored = !proof.penalty.factor.empty();
  const bool scaled = !proof.penalty.scale.empty();
  Writer to;
  to.raw(magic);
  to.number(version);
  to.number(static_cast<std::uint8_t>(proof.precision));
  to.number(static_cast<std::uint8_t>((factored ? has_factors : 0) | (weighted ? has_row_weights : 0) |
                                      (scaled ? has_scale : 0)));
  write_penalty(to, proof.penalty);
  to.number(proof.data_checksum);
  to.number(proof.rows);
  const auto per_feature = [&](const std::vector<double>& values) {
    to.number<std::uint64_t>(values.size());
    to.vector<double>(values);
  };
  if (factored) per_feature(proof.penalty.factor);
  if (scaled) per_feature(proof.penalty.scale);
  if (weighted) to.vector<double>(proof.row_weight);
  to.number<std::uint64_t>(proof.classes.size());
  for (const ClassProof& claim : proof.classes) {
    write_claim(to, claim);
    to.vector<double>(claim.dual_point);
  }
  to.number(Checksum::of(to.bytes()));

  AtomicFile file(path);
  file.write(to.bytes());
  file.commit();
}

Proof load_proof(const std::string& path) { return parse_proof(path, file_bytes(path)); }

Proof parse_proof(const std::string& name, std::string_view bytes) {
  Reader from(name, checked_content(name, bytes));
  const auto found = from.number<std::uint32_t>();
  if (found != version && found != version_of_one_class) {
    from.fail(fmt::format("version {} of the format, neither {} nor {}", found, version_of_one_class, version));
  }
  Proof proof;
  const auto precision = from.number<std::uint8_t>();
  if (precision > static_cast<std::uint8_t>(Precision::float64))
    from.fail(fmt::format("unknown precision {}", precision));
  proof.precision = static_cast<Precision>(precision);
  const auto flags = from.number<std::uint8_t>();
  if ((flags & ~known_flags) != 0) from.fail(fmt::format("unknown flags {}", flags));
  read_penalty(from, proof.penalty);
  proof.data_checksum = from.number<std::uint64_t>();
  proof.rows = from.number<std::int64_t>();
  if (proof.rows < 1) from.fail(fmt::format("{} rows", proof.rows));
  if (found == version_of_one_class) {
    proof.classes.push_back(read_claim(from));
    read_shared_vectors(from, flags, proof);
    read_dual_point(from, proof, proof.classes[0]);
  } else {
    read_shared_vectors(from, flags, proof);
    const auto classes = from.number<std::uint64_t>();
    if (classes < 1) from.fail("no class");
    for (std::uint64_t k = 0; k < classes; ++k) {  // memory follows what is found, not what is announced
      proof.classes.push_back(read_claim(from));
      read_dual_point(from, proof, proof.classes.back());
    }
  }
  if (!from.at_end()) from.fail("bytes after the last field");
  return proof;
}

}  // namespace smsvm
