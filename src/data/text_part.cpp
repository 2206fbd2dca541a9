#include "data/text_part.hpp"

#include <algorithm>
#include <numeric>

#include "data/libsvm_lines.hpp"
#include "distributed/collectives.hpp"

namespace smsvm {
namespace {

/// Where the first line begins that does not begin before the rank's share of the bytes.
std::size_t first_line(std::string_view whole, int rank, int ranks) {
  const auto share = static_cast<std::size_t>(static_cast<double>(whole.size()) * rank / ranks);
  if (rank == 0 || share == 0) return 0;
  if (rank == ranks) return whole.size();
  const std::size_t newline = whole.find('\n', share - 1);
  return newline == std::string_view::npos ? whole.size() : newline + 1;
}

/// A few megabytes at a time: a mapped file counts as memory of this process while it is looked at.
libsvm::LineCount count_lines(std::string_view text, const Source& source) {
  constexpr std::size_t together = std::size_t{1} << 24;
  libsvm::LineCount all;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n', std::min(together, text.size()) - 1);
    const std::string_view some = text.substr(0, newline == std::string_view::npos ? text.size() : newline + 1);
    const libsvm::LineCount count = libsvm::count_lines(some);
    all.lines += count.lines;
    all.rows += count.rows;
    source.give_back(some);
    text.remove_prefix(some.size());
  }
  return all;
}

}  // namespace

TextPart::TextPart(Of of, const Source& source, std::string_view whole, Communicator& ranks) : text(whole) {
  const int rank = ranks.rank(), size = ranks.size();
  if (of == one_text) {
    const std::size_t from = first_line(whole, rank, size), to = first_line(whole, rank + 1, size);
    text = whole.substr(from, to - from);
  }
  const libsvm::LineCount mine = count_lines(text, source);
  const auto lines_of = gather_numbers(ranks, mine.lines), rows_of = gather_numbers(ranks, mine.rows);

  if (of == one_text) lines_before = std::accumulate(lines_of.begin(), lines_of.begin() + rank, std::int64_t{0});
  rows = mine.rows;
  rows_everywhere = std::accumulate(rows_of.begin(), rows_of.end(), std::int64_t{0});
  border = BorderRows(rows_of, rank);
}

}  // namespace smsvm
