#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/libsvm_chunk.hpp"
#include "data/libsvm_faults.hpp"
#include "data/row_writer.hpp"
#include "data/spelling_table.hpp"

namespace smsvm::libsvm {

/// Takes any line and says what is wrong with it. The lines that make a file large take a shorter way: see
/// libsvm_row.hpp.
template <class Value>
class LineParser {
 public:
  /// Rows go to `writer`, their labels and all else to `chunk`.
  LineParser(const Rules& rules, RowWriter<Value>& writer, SpellingTable& labels, Chunk& chunk)
      : rules_(rules), writer_(writer), labels_(labels), chunk_(chunk) {}

  /// The line without its end.
  void parse(const char* first, const char* last);

 private:
  /// A feature of the row at hand, kept with its place until the row is sorted.
  struct Entry {
    std::int64_t index;
    const char* where;
    Value value;
  };

  // Those that return a place: where they stopped, or null after a complaint.
  const char* parse_row(const char* at);
  const char* parse_label(const char* at);
  const char* parse_feature(const char* at);
  const char* parse_group(const char* at);
  bool index_fits(const char* first, const char* last) const;
  void store(std::int64_t index, Value value, const char* where);
  bool store_sorted();
  bool check_comment(const char* at);
  void count(Tally& tally, const char* where) const;
  const char* complain(Fault fault);

  const Rules& rules_;
  RowWriter<Value>& writer_;
  SpellingTable& labels_;
  Chunk& chunk_;

  const char* line_ = nullptr;  // the line at hand, without its end
  const char* last_ = nullptr;
  std::string_view label_;      // of the row at hand
  std::int64_t previous_ = -1;  // index of the row at hand
  std::optional<typename RowWriter<Value>::Row> row_;
  std::vector<Entry> entries_;
};

extern template class LineParser<float>;
extern template class LineParser<double>;

}  // namespace smsvm::libsvm
