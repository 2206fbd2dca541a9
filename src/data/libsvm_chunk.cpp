#include "data/libsvm_chunk.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "data/libsvm_line.hpp"
#include "data/libsvm_row.hpp"

namespace smsvm::libsvm {
namespace {

template <class Value>
class ChunkParser {
 public:
  ChunkParser(std::string_view text, const Rules& rules, FlatRows<Value>& rows, Chunk& chunk)
      : rules_(rules),
        chunk_(chunk),
        writer_(rows, text.size() / least_bytes + 1),
        labels_(chunk.labels),
        row_parser_(rules, writer_, labels_, chunk),
        line_parser_(rules, writer_, labels_, chunk) {}

  void parse(std::string_view text, std::string_view readable) {
    const std::size_t first = lines_too_early(text, readable), last = lines_not_too_late(text, readable);
    if (first >= last) return parse_copy(text);
    parse_copy(text.substr(0, first));
    parse_lines(text.substr(first, last - first));
    parse_copy(text.substr(last));
  }

 private:
  using Short = RowParser<Value>;
  static constexpr std::size_t least_bytes = 4;  // that a feature takes: "1:1 "

  /// The length of those lines at the start of the text before which too little can be read.
  static std::size_t lines_too_early(std::string_view text, std::string_view readable) {
    const auto before = static_cast<std::size_t>(text.data() - readable.data());
    if (before >= Short::readable_before) return 0;
    const auto end = text.find('\n', Short::readable_before - before);
    return end == std::string_view::npos ? text.size() : end + 1;
  }

  /// The length of those lines after which enough can be read.
  static std::size_t lines_not_too_late(std::string_view text, std::string_view readable) {
    const auto from_here = readable.size() - static_cast<std::size_t>(text.data() - readable.data());
    if (from_here <= Short::readable_after) return 0;
    const auto end = text.rfind('\n', from_here - Short::readable_after - 1);
    return end == std::string_view::npos ? 0 : end + 1;
  }

  /// In a place of its own, where more than the text can be read.
  void parse_copy(std::string_view lines) {
    if (lines.empty()) return;
    std::string copy(Short::readable_before, ' ');
    copy.reserve(copy.size() + lines.size() + 1 + Short::readable_after);
    copy += lines;
    if (copy.back() != '\n') copy += '\n';
    const std::size_t end = copy.size();
    copy.append(Short::readable_after, ' ');
    parse_lines(std::string_view(copy).substr(Short::readable_before, end - Short::readable_before));
  }

  /// Every line has its end, and more than the text can be read.
  void parse_lines(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (; at != end; ++chunk_.lines) {
      const char* const next = rules_.in_a_hurry ? row_parser_.parse(at) : nullptr;
      at = next != nullptr ? next : parse_line(at, end);
    }
  }

  const char* parse_line(const char* at, const char* end) {
    const auto* const newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const char* last = newline;
    while (last != at && last[-1] == '\r') --last;
    line_parser_.parse(at, last);
    return newline + 1;
  }

  const Rules& rules_;
  Chunk& chunk_;
  RowWriter<Value> writer_;
  SpellingTable labels_;
  RowParser<Value> row_parser_;
  LineParser<Value> line_parser_;
};

}  // namespace

void Chunk::clear() {
  labels.clear();
  label_of_row.clear();
  largest_index = -1;
  lines = 0;
  group_ids = underflows = zero_indices = {};
  findings.clear();
}

template <class Value>
void parse_chunk(std::string_view text, std::string_view readable, const Rules& rules, FlatRows<Value>& rows,
                 Chunk& chunk) {
  chunk.clear();
  ChunkParser<Value>(text, rules, rows, chunk).parse(text, readable);
}

template void parse_chunk(std::string_view, std::string_view, const Rules&, FlatRows<float>&, Chunk&);
template void parse_chunk(std::string_view, std::string_view, const Rules&, FlatRows<double>&, Chunk&);

}  // namespace smsvm::libsvm
