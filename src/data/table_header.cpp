#include "data/table_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "data/excerpt.hpp"
#include "data/label_choice.hpp"
#include "data/label_column.hpp"
#include "data/number.hpp"
#include "smsvm/table.hpp"

namespace smsvm {
namespace {

enum class Guess { header, unusual_header, data, unclear };

/// What the cells of the first row are.
class FirstRow {
 public:
  explicit FirstRow(const TableTop& top) : top_(top) {
    for (std::size_t j = 0; j < top.first_row.size(); ++j) note(j);
  }

  Guess guess() const {
    if (texts_ == 0) return guess_from_numbers();
    if (has_text_above_numbers_) {
      if (numbers_.empty()) return Guess::header;
      return counts_up() || has_label_name_ ? Guess::unusual_header : Guess::unclear;
    }
    return numbers_.empty() ? guess_from_text() : guess_from_both();
  }

 private:
  void note(std::size_t j) {
    const std::string_view cell = top_.first_row[j].raw;
    const CellKind kind = kind_of_cell(cell, top_.decimal);
    if (kind == CellKind::missing) return;
    if (is_number(kind)) return numbers_.push_back({j, parse_number<double>(cell).value});
    ++texts_;
    has_label_name_ = has_label_name_ || is_usual_label_name(cell);
    if (j >= top_.below.size()) return;
    const ColumnLook& below = top_.below[j];
    has_text_above_numbers_ = has_text_above_numbers_ || (below.cells() > 0 && !below.is_text());
    comes_again_ = comes_again_ || below.has_text(cell);
    has_classes_below_ = has_classes_below_ || below.looks_like_classes();
  }

  /// By one, from cell to cell.
  bool counts_up() const {
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      if (numbers_[k].value != numbers_.front().value + static_cast<double>(k)) return false;
    }
    return !numbers_.empty() &&
           kind_of_cell(top_.first_row[numbers_.front().column].raw, top_.decimal) == CellKind::whole;
  }

  bool mostly_fractions_below() const {
    const auto with_fractions = std::ranges::count_if(numbers_, [&](const NumberCell& cell) {
      return cell.column < top_.below.size() && top_.below[cell.column].has_fractions();
    });
    return 2 * with_fractions > std::ssize(numbers_);
  }

  /// The names that pandas gives to columns without names are 0, 1, 2, …, beside an empty one for its index.
  Guess guess_from_numbers() const {
    const bool below = !top_.below.empty() && top_.below.front().cells() > 0;
    if (!counts_up() || !below) return Guess::data;
    const double first = numbers_.front().value;
    if (first == 0 && numbers_.front().column == 1 && top_.below.front().counts_rows()) return Guess::header;
    constexpr std::size_t many = 4;
    if (first == 0 && numbers_.size() > 1)
      return numbers_.size() >= many || mostly_fractions_below() ? Guess::unusual_header : Guess::unclear;
    return numbers_.size() >= many ? Guess::unclear : Guess::data;
  }

  Guess guess_from_text() const {
    const bool below = std::ranges::any_of(top_.below, [](const ColumnLook& look) { return look.cells() > 0; });
    if (!below) return Guess::header;
    if (comes_again_) return Guess::data;
    return has_label_name_ || has_classes_below_ ? Guess::header : Guess::unclear;
  }

  /// Numbers above numbers, text above text: a row of data as a rule, else 0, 1, 2, …, species.
  Guess guess_from_both() const {
    if (comes_again_) return Guess::data;
    if (counts_up() && numbers_.front().value == 0 && numbers_.size() > 1) return Guess::unusual_header;
    return has_label_name_ ? Guess::unclear : Guess::data;
  }

  struct NumberCell {
    std::size_t column;
    double value;
  };

  const TableTop& top_;
  std::int64_t texts_ = 0;
  std::vector<NumberCell> numbers_;
  bool has_label_name_ = false, has_text_above_numbers_ = false, comes_again_ = false, has_classes_below_ = false;
};

/// An option that calls a column by its name, with that name.
std::optional<std::pair<std::string, std::string>> option_with_name(const ReadOptions& options, std::int64_t columns) {
  std::vector<std::pair<std::string, std::string>> given = {{"--label-column", options.label_column},
                                                            {"--weight-column", options.weight_column}};
  for (const std::string& name : options.ignore_columns) given.emplace_back("--ignore-column", name);
  for (const std::string& name : options.categorical) given.emplace_back("--categorical", name);
  const auto is_name = [&](const auto& option) {
    const std::string& word = option.second;
    const bool reserved = word == "none" || (option.first == "--label-column" && word == "last") ||
                          (option.first == "--categorical" && word == "auto");
    return !word.empty() && !reserved && !numbered_column(word, columns);
  };
  const auto found = std::ranges::find_if(given, is_name);
  return found == given.end() ? std::nullopt : std::optional(*found);
}

/// Most of the row are names that the model knows; a single one might be a category of that name.
bool has_known_names(const TableSchema& table, const std::vector<CsvField>& row) {
  const auto columns = table.columns();
  const auto known = std::ranges::count_if(row, [&](const CsvField& field) {
    return !field.raw.empty() && std::ranges::find(columns, field.text(), &TableColumn::name) != columns.end();
  });
  return 2 * known > std::ssize(row);
}

std::string spelled(const std::vector<CsvField>& row) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t j = 0; j < std::min(most, row.size()); ++j) text += (j == 0 ? "" : ", ") + row[j].text();
  return in_quotes(row.size() > most ? text + ", …" : text);
}

}  // namespace

bool has_header(const ReadOptions& options, const TableTop& top, std::vector<std::string>& warnings) {
  const auto columns = std::ssize(top.first_row);
  if (const auto named = option_with_name(options, columns)) {
    if (options.header != Header::no) return true;  // only a header can hold it
    throw OptionError(fmt::format("{} must be a number from 1 to {} without a header, not {}", named->first, columns,
                                  in_quotes(named->second)));
  }
  if (options.header != Header::automatic) return options.header == Header::yes;
  if (options.table && has_known_names(*options.table, top.first_row)) return true;
  const CsvField& first = top.first_row.front();
  switch (FirstRow(top).guess()) {
    case Guess::header:
      return true;
    case Guess::data:
      return false;
    case Guess::unusual_header:
      warnings.push_back(fmt::format("{}:{}: {} is taken for a header, though not all of it is text (see --header)",
                                     top.file, first.line, spelled(top.first_row)));
      return true;
    case Guess::unclear:
      break;
  }
  throw DataError(Place{top.file, first.line},
                  fmt::format("cannot tell whether {} are names of columns or data", spelled(top.first_row)),
                  "say which: --header yes or --header no");
}

}  // namespace smsvm
