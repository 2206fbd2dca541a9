#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smsvm/read.hpp"

namespace smsvm {

/// What the first column may be: an index.
enum class FirstColumn {
  counts_rows,       ///< 0, 1, 2, … or 1, 2, 3, …
  tells_rows_apart,  ///< whole numbers or texts, each of them once
  other
};

/// What is known about the columns of a table before it is decided what they are.
struct TableColumns {
  std::string file;                ///< for messages
  std::vector<std::string> names;  ///< from a header; empty without one
  std::vector<bool> like_classes;  ///< of each column: it looks like classes
  FirstColumn first = FirstColumn::other;
  std::vector<bool> measured{};  ///< of each column: fractions that hardly come again; empty: not looked at
  std::vector<bool> counting{};  ///< of each column: it counts the rows looked at; empty: not looked at
  bool last_is_empty = false;    ///< nothing stands in the last column
  std::vector<bool> taken{};     ///< of each column: it is ignored, or has the rows' weights

  std::int64_t count() const { return std::ssize(like_classes); }
  /// "column 'age'", or by its number where it has no name.
  std::string name_of(std::int64_t column) const;
  /// How an option calls the column: by its name, else by its number.
  std::string word_for_option(std::int64_t column) const;
};

/// One of the names by which a column is taken for the label: label, target, class, y, outcome, … in any case.
bool is_usual_label_name(std::string_view name);

/// The column that an option names, from 0: the one of that name, else of that number.
/// Throws OptionError if there is none or more than one.
std::int64_t column_called(std::string_view option, const std::string& given, const TableColumns& columns);

/// The columns that --ignore-column names; the word none is no column.
std::vector<std::int64_t> ignored_columns(const ReadOptions& options, const TableColumns& columns);

/// Whether --categorical names the column.
bool is_called_categorical(const ReadOptions& options, const TableColumns& columns, std::int64_t column);

/// Which column holds the labels; none: no column does.
///
/// That of --label-column. Else the one with a usual name, in their order. Else the last column, if it alone looks like
/// classes. None where labels stand in a file of their own, or where there are just as many columns as the model has
/// features. Throws DataError, which names the candidates, if all of this tells nothing. What was assumed is added to
/// the warnings.
std::optional<std::int64_t> choose_label(const ReadOptions& options, const TableColumns& columns,
                                         std::vector<std::string>& warnings);

}  // namespace smsvm
