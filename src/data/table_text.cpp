#include "data/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace smsvm {
namespace {

using Role = TableColumn::Role;
using namespace std::string_view_literals;

constexpr std::array role_words = {std::pair("number"sv, Role::number),         std::pair("boolean"sv, Role::boolean),
                                   std::pair("categories"sv, Role::categories), std::pair("label"sv, Role::label),
                                   std::pair("weight"sv, Role::weight),         std::pair("ignored"sv, Role::ignored)};
constexpr auto run_word = "numbers"sv, fill_word = "fill"sv, indicator_word = "indicator"sv;

bool is_in_run(const TableColumn& column) { return column.is_plain_number() && column.name.empty(); }

void write_column(std::back_insert_iterator<std::string> to, const TableColumn& column) {
  const auto word = std::ranges::find(role_words, column.role, [](const auto& each) { return each.second; });
  fmt::format_to(to, " {} {}", quote(column.name), word->first);
  if (column.role == Role::categories) {
    fmt::format_to(to, " {}", column.categories.size());
    for (const Label& category : column.categories) fmt::format_to(to, " {}", quote(category.text));
  }
  if (column.fill) fmt::format_to(to, " {} {}", fill_word, *column.fill);
  if (column.indicates_missing) fmt::format_to(to, " {}", indicator_word);
}

TableColumn read_column(TextCursor& text) {
  TableColumn column{text.quoted("the name of a column"), {}, {}, {}, false};
  const std::string_view word = text.token("what a column is");
  const auto role = std::ranges::find(role_words, word, [](const auto& each) { return each.first; });
  if (role == role_words.end()) text.fail(fmt::format("a column that is '{}'", readable(word)), "label, number, …");
  column.role = role->second;
  if (column.role == Role::categories) {
    const std::int64_t count = text.integer("the number of categories");
    for (std::int64_t k = 0; k < count; ++k)
      column.categories.push_back(Label::parse(text.quoted("the name of a category")));
  }
  if (text.skip(fill_word)) column.fill = text.finite("what stands for a missing value");
  column.indicates_missing = text.skip(indicator_word);
  return column;
}

}  // namespace

std::string table_text(const TableSchema& schema) {
  std::string text = fmt::format("{}", schema.count());
  const auto to = std::back_inserter(text);
  for (std::int64_t j = 0; j < schema.count(); ++j) {
    const std::int64_t first = j;
    while (j < schema.count() && is_in_run(schema.column(j))) ++j;
    if (j > first) fmt::format_to(to, " {} {}", run_word, j - first);
    if (j < schema.count()) write_column(to, schema.column(j));
  }
  return text;
}

TableSchema read_table_text(TextCursor& text, std::int64_t features) {
  TableSchema schema;
  const std::int64_t columns = text.integer("the number of columns");
  while (schema.count() < columns) {
    if (!text.skip(run_word)) {
      schema.add(read_column(text));
      continue;
    }
    const std::int64_t count = text.integer("how many columns are numbers");
    if (count < 1 || count > features || count > columns - schema.count())
      text.fail(fmt::format("{} columns of numbers", count), "no more than there are features");
    schema.add_numbers(count);
  }
  if (schema.features() != features)
    text.fail(fmt::format("columns that make {} features", schema.features()), fmt::format("{} features", features));
  return schema;
}

}  // namespace smsvm
