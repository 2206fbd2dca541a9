#include "data/text_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <deque>

#include "data/csv_rows.hpp"
#include "data/libsvm_faults.hpp"
#include "data/table_cells.hpp"
#include "data/table_plan.hpp"

namespace smsvm {
namespace {

using Visit = std::function<void(const TextRow&)>;

/// Goes through the lines of a libsvm text; features have the indices that are written there.
class LibsvmText {
 public:
  LibsvmText(std::string_view text, bool sort) : text_(text), sort_(sort) {}

  template <class Use>
  void for_each(const Use& use) {
    TextRow row;
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      while (line.ends_with('\r')) line.remove_suffix(1);
      ++row.line;
      if (take(line, row)) use(row);
    }
  }

 private:
  /// False if there is no row on the line.
  bool take(std::string_view line, TextRow& row) const {
    const char* const last = line.data() + line.size();
    const char* at = libsvm::skip_blanks(line.data(), last);
    if (at == last || *at == '#') return false;
    const std::string_view label = libsvm::token_at(at, last);
    row.label.emplace(label);
    row.numbers.clear();
    at = libsvm::skip_blanks(at + label.size(), last);
    while (at != last && *at != '#') at = libsvm::skip_blanks(take_feature(at, last, row), last);
    if (sort_) std::ranges::sort(row.numbers, {}, &TextRow::Number::feature);
    return true;
  }

  static const char* take_feature(const char* at, const char* last, TextRow& row) {
    std::int64_t index = 0;
    const auto [colon, error] = std::from_chars(at, last, index);
    if (colon == at) {  // qid:7
      const std::string_view token = libsvm::token_at(at, last);
      return token.data() + token.size();
    }
    const std::string_view number = libsvm::token_at(libsvm::skip_blanks(colon + 1, last), last);
    row.numbers.push_back({index, number});
    return number.data() + number.size();
  }

  std::string_view text_;
  bool sort_;
};

/// What the first feature is called.
std::int64_t first_index(LibsvmText text, IndexBase base) {
  if (base != IndexBase::automatic) return base == IndexBase::zero ? 0 : 1;
  bool from_zero = false;
  text.for_each([&](const TextRow& row) {
    from_zero = from_zero || std::ranges::any_of(row.numbers, [](const auto& number) { return number.feature == 0; });
  });
  return from_zero ? 0 : 1;
}

void for_each_libsvm_row(std::string_view text, const ReadOptions& options, const Visit& visit) {
  LibsvmText lines(text, options.sort_indices);
  const std::int64_t before_first = first_index(lines, options.index_base) - 1;
  lines.for_each([&](TextRow& row) {
    for (auto& number : row.numbers) number.feature -= before_first;
    if (!options.labels_file.empty() || options.label_column == "none") row.label.reset();
    visit(row);
  });
}

void for_each_csv_row(const Source& source, const ReadOptions& options, const Visit& visit) {
  const TablePlan plan = plan_table(source, options);
  CsvRows rows = rows_of(source.text(), plan.dialect.delimiter);
  TableCells cells(*plan.schema, plan.dialect.decimal);
  std::vector<CsvField> fields;
  if (plan.has_header) rows.next(fields);
  TextRow row;
  std::deque<std::string> spellings;  // a deque, because the row's texts are views of them
  while (rows.next(fields) == CsvRows::Outcome::row) {
    row.line = fields.front().line;
    row.numbers.clear();
    spellings.clear();
    for (std::size_t j = 0; j < fields.size(); ++j) {
      const TableColumn& column = plan.schema->column(static_cast<std::int64_t>(j));
      if (column.role == TableColumn::Role::label) row.label = fields[j].text();
      if (!column.is_feature()) continue;
      cells.visit(fields[j], j, [&](std::int64_t feature, std::string_view text) {
        row.numbers.push_back({feature + 1, spellings.emplace_back(text)});
      });
    }
    visit(row);
  }
}

}  // namespace

void for_each_text_row(const Source& source, Format format, const ReadOptions& options, const Visit& visit) {
  const std::string_view text = source.text();
  if (format == Format::csv) {
    for_each_csv_row(source, options, visit);
  } else {
    for_each_libsvm_row(text, options, visit);
  }
}

}  // namespace smsvm
