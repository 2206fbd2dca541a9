#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/file_bytes.hpp"
#include "model/parse.hpp"
#include "smsvm/error.hpp"
#include "smsvm/proof.hpp"
#include "util/atomic_file.hpp"
#include "util/byte_stream.hpp"
#include "util/checksum.hpp"
#include "util/temporary_file.hpp"

// The file: magic, version, the fields of Proof in the order written below, and the XXH3 of all of it. Version 2, which
// is still read, was for one class: its claim stood before the vectors, its dual point after them.

namespace smsvm {
namespace {

constexpr std::string_view proof_magic("\x8aSMPROOF", 8);
constexpr const char* as_expected = "a proof as it was written";
constexpr std::uint32_t proof_version = 3, version_of_one_class = 2;
enum Flag : std::uint8_t { has_factors = 1, has_row_weights = 2, has_scale = 4 };
constexpr unsigned known_flags = has_factors | has_row_weights | has_scale;

constexpr double largest_double = std::numeric_limits<double>::max();

void write_penalty(ByteWriter& to, const Penalty& penalty) {
  to.number(static_cast<std::uint8_t>(penalty.intercept));
  to.number(penalty.l2);
  to.number(penalty.l1);
}

void read_penalty(ByteReader& from, Penalty& penalty) {
  const auto intercept = from.number<std::uint8_t>();
  if (intercept > static_cast<std::uint8_t>(Intercept::none)) from.fail(fmt::format("unknown intercept {}", intercept));
  penalty.intercept = static_cast<Intercept>(intercept);
  penalty.l2 = from.number_in(0, largest_double, "the l2 weight");
  penalty.l1 = from.number_in(0, largest_double, "the l1 weight");
}

void write_claim(ByteWriter& to, const ClassProof& claim) {
  to.number(claim.primal);
  to.number(claim.dual);
  to.text(claim.positive.text);
}

ClassProof read_claim(ByteReader& from) {
  ClassProof claim;
  claim.primal = from.number_in(-largest_double, largest_double, "the primal value");
  claim.dual = from.number_in(-largest_double, largest_double, "the dual value");
  claim.positive = Label::parse(std::string(from.text()));
  return claim;
}

/// The vectors that all classes share.
void read_shared_vectors(ByteReader& from, unsigned flags, Proof& proof) {
  const auto per_feature = [&](double low, const char* what) {
    const auto count = from.number<std::uint64_t>();
    return from.vector(count, low, largest_double, what);
  };
  if ((flags & has_factors) != 0) proof.penalty.factor = per_feature(0, "a penalty factor");
  if ((flags & has_scale) != 0) {
    proof.penalty.scale = per_feature(std::numeric_limits<double>::min(), "the scale of a feature");
  }
  if ((flags & has_row_weights) != 0) {
    proof.row_weight = from.vector(static_cast<std::uint64_t>(proof.rows), 0, largest_double, "a row weight");
  }
}

void read_dual_point(ByteReader& from, const Proof& proof, ClassProof& claim) {
  claim.dual_point = from.vector(static_cast<std::uint64_t>(proof.rows), 0, 1, "a dual value");
}

NumberPieces dual_point_of(const ClassProof& claim) {
  return claim.dual_point_source ? claim.dual_point_source : pieces_of(claim.dual_point);
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
    std::size_t numbers = 0;
    dual_point_of(claim)([&](std::span<const double> some) {
      numbers += some.size();
      require(std::ranges::all_of(some, in_box), "a value of the dual point is outside [0, 1]");
    });
    require(numbers == rows, "a dual point does not fit the rows of the proof");
  }
}

/// A file whose checksum follows.
class ProofWriter {
 public:
  explicit ProofWriter(const std::string& path) : file_(path) {}

  void add(std::string_view bytes) {
    file_.write(bytes);
    checksum_.add(bytes);
  }
  void add_vector(std::uint64_t count, const NumberPieces& pieces, const std::string& folder) {
    if (count > largest_vector_in_memory) return add_large_vector(count, pieces, folder);
    std::vector<double> all;
    pieces([&](std::span<const double> some) { all.insert(all.end(), some.begin(), some.end()); });
    ByteWriter bytes;
    bytes.vector(all);
    add(bytes.bytes());
  }
  void commit() {
    ByteWriter bytes;
    bytes.number(checksum_.value());
    file_.write(bytes.bytes());
    file_.commit();
  }

 private:
  void add_large_vector(std::uint64_t count, const NumberPieces& pieces, const std::string& folder) {
    TemporaryFile frame(folder);
    write_large_vector(count, pieces, frame);
    ByteWriter size;
    size.number(frame.size());
    add(size.bytes());
    frame.for_each_piece(std::size_t{1} << 20, [&](std::string_view some) { add(some); });
  }

  AtomicFile file_;
  Checksum checksum_;
};

/// The bytes before the checksum, once magic and checksum are found right.
std::string_view checked_content(const std::string& path, std::string_view bytes) {
  if (!bytes.starts_with(proof_magic))
    throw DataError({path, 0, 0}, "this is no proof", "expected a file written by train --certificate");
  constexpr std::size_t tail = sizeof(std::uint64_t);
  if (bytes.size() < proof_magic.size() + tail)
    throw DataError({path, 0, 0}, "the file is cut short", "expected a whole proof");
  const std::string_view content = bytes.substr(0, bytes.size() - tail);
  if (ByteReader(path, bytes.substr(content.size()), as_expected).number<std::uint64_t>() != Checksum::of(content)) {
    throw DataError({path, 0, 0}, "checksum does not match: the file was altered or damaged",
                    "expected the file as it was written");
  }
  return content.substr(proof_magic.size());
}

}  // namespace

void save_proof(const Proof& proof, const std::string& path) {
  check_shape(proof);
  const bool weighted = !proof.row_weight.empty();
  const bool factored = !proof.penalty.factor.empty();
  const bool scaled = !proof.penalty.scale.empty();
  ByteWriter to;
  to.raw(proof_magic);
  to.number(proof_version);
  to.number(static_cast<std::uint8_t>(proof.precision));
  to.number(static_cast<std::uint8_t>((factored ? has_factors : 0) | (weighted ? has_row_weights : 0) |
                                      (scaled ? has_scale : 0)));
  write_penalty(to, proof.penalty);
  to.number(proof.data_checksum);
  to.number(proof.rows);
  const auto per_feature = [&](const std::vector<double>& values) {
    to.number<std::uint64_t>(values.size());
    to.vector(values);
  };
  if (factored) per_feature(proof.penalty.factor);
  if (scaled) per_feature(proof.penalty.scale);
  if (weighted) to.vector(proof.row_weight);
  to.number<std::uint64_t>(proof.classes.size());
  ProofWriter file(path);
  file.add(to.bytes());
  for (const ClassProof& claim : proof.classes) {
    ByteWriter head;
    write_claim(head, claim);
    file.add(head.bytes());
    file.add_vector(static_cast<std::uint64_t>(proof.rows), dual_point_of(claim), folder_of(path));
  }
  file.commit();
}

Proof load_proof(const std::string& path) { return parse_proof(path, file_bytes(path)); }

Proof parse_proof(const std::string& name, std::string_view bytes) {
  ByteReader from(name, checked_content(name, bytes), as_expected);
  const auto found = from.number<std::uint32_t>();
  if (found != proof_version && found != version_of_one_class) {
    from.fail(fmt::format("version {} of the format, neither {} nor {}", found, version_of_one_class, proof_version));
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
