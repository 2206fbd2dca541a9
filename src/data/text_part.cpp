#include "data/text_part.hpp"

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

}  // namespace

TextPart::TextPart(std::string_view whole, Communicator& ranks) {
  const int rank = ranks.rank(), size = ranks.size();
  const std::size_t from = first_line(whole, rank, size), to = first_line(whole, rank + 1, size);
  text = whole.substr(from, to - from);
  const libsvm::LineCount mine = libsvm::count_lines(text);
  const auto lines_of = gather_numbers(ranks, mine.lines), rows_of = gather_numbers(ranks, mine.rows);

  lines_before = std::accumulate(lines_of.begin(), lines_of.begin() + rank, std::int64_t{0});
  rows = mine.rows;
  rows_everywhere = std::accumulate(rows_of.begin(), rows_of.end(), std::int64_t{0});
  border = BorderRows(rows_of, rank);
}

}  // namespace smsvm
