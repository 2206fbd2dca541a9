#include "data/label_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "data/cell_kind.hpp"
#include "data/excerpt.hpp"
#include "data/label_column.hpp"

namespace smsvm {
namespace {

using namespace std::string_view_literals;

/// The Titanic's passengers have a class, too.
constexpr std::array usual_names = {"label"sv, "labels"sv,  "target"sv, "targets"sv, "survived"sv, "diagnosis"sv,
                                    "class"sv, "classes"sv, "y"sv,      "outcome"sv, "response"sv, "class_label"sv};

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The columns with a usual name, the most usual one first.
std::vector<std::int64_t> columns_with_usual_names(const TableColumns& columns) {
  std::vector<std::int64_t> found;
  for (const std::string_view usual : usual_names) {
    for (std::size_t j = 0; j < columns.names.size(); ++j) {
      if (!columns.taken[j] && same_word(without_blanks(columns.names[j]), usual))
        found.push_back(static_cast<std::int64_t>(j));
    }
  }
  return found;
}

std::vector<std::int64_t> columns_like_classes(const TableColumns& columns) {
  std::vector<std::int64_t> found;
  for (std::int64_t j = 0; j < columns.count(); ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (!columns.taken[k] && columns.like_classes[k]) found.push_back(j);
  }
  return found;
}

std::int64_t last_column(const TableColumns& columns) {
  const auto last = std::find(columns.taken.rbegin(), columns.taken.rend(), false);
  return columns.taken.rend() - last - 1;
}

std::string candidates_text(const TableColumns& columns, const std::vector<std::int64_t>& candidates) {
  constexpr std::size_t most = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, candidates.size()); ++i) names.push_back(columns.name_of(candidates[i]));
  if (candidates.size() > most) names.emplace_back("…");
  if (names.empty()) return "no column looks like classes";
  return fmt::format("{} look{} like classes", fmt::join(names, ", "), names.size() == 1 ? "s" : "");
}

/// Without those that can hardly be classes: coordinates called x and y, or what a regression is about.
std::vector<std::int64_t> without_measured(const TableColumns& columns, std::vector<std::int64_t> usual) {
  if (usual.empty() || columns.measured.empty()) return usual;
  const std::int64_t first = usual.front();
  std::erase_if(usual, [&](std::int64_t j) { return columns.measured[static_cast<std::size_t>(j)]; });
  if (!usual.empty()) return usual;
  throw DataError(
      Place{columns.file},
      fmt::format(
          "{} is called as labels are, but its values (fractions that hardly come again, or dates) are no classes",
          columns.name_of(first)),
      fmt::format("say which column the label is: --label-column NAME, N (from 1), last or none; "
                  "--label-column {} if it is that one all the same",
                  columns.word_for_option(first)));
}

void refuse_twins(const TableColumns& columns, const std::vector<std::int64_t>& usual) {
  if (usual.size() < 2) return;
  const auto name = [&](std::size_t i) { return without_blanks(columns.names[static_cast<std::size_t>(usual[i])]); };
  if (name(0) != name(1)) return;
  throw DataError(
      Place{columns.file},
      fmt::format("columns {} and {} are both called {}", usual[0] + 1, usual[1] + 1, in_quotes(name(0))),
      fmt::format("say which one is the label, and leave out the other: --label-column {} --ignore-column {}",
                  usual[0] + 1, usual[1] + 1));
}

[[noreturn]] void fail(const TableColumns& columns, const std::vector<std::int64_t>& candidates) {
  throw DataError(
      Place{columns.file},
      fmt::format("cannot tell which column is the label: none has a usual name (label, target, class, y, …), and {}",
                  candidates_text(columns, candidates)),
      "say which one it is: --label-column NAME, N (from 1) or last; none if there are no labels");
}

std::int64_t chosen_column(const ReadOptions& options, const TableColumns& columns) {
  const bool is_name = std::ranges::find(columns.names, options.label_column) != columns.names.end();
  const std::int64_t chosen = options.label_column == "last" && !is_name
                                  ? last_column(columns)
                                  : column_called("--label-column", options.label_column, columns);
  if (columns.taken[static_cast<std::size_t>(chosen)]) {
    const bool weight =
        !options.weight_column.empty() && column_called("--weight-column", options.weight_column, columns) == chosen;
    throw OptionError(fmt::format("--label-column and --{} are both column {}",
                                  weight ? "weight-column" : "ignore-column", chosen + 1));
  }
  return chosen;
}

/// Labels that stand elsewhere, beside a column that looks like them by its name: it would be a telling feature.
void refuse_second_labels(const TableColumns& columns, const std::vector<std::int64_t>& usual) {
  if (usual.empty()) return;
  const auto& name = columns.names[static_cast<std::size_t>(usual.front())];
  throw DataError(
      Place{columns.file}, fmt::format("there is a column {} beside the labels of --labels", in_quotes(name)),
      fmt::format("leave it out by --ignore-column {}; or say --label-column none if it is a feature", name));
}

}  // namespace

std::string TableColumns::name_of(std::int64_t column) const {
  const bool has_name = !names.empty() && !names[static_cast<std::size_t>(column)].empty();
  return has_name ? "column " + in_quotes(names[static_cast<std::size_t>(column)])
                  : fmt::format("column {}", column + 1);
}

std::string TableColumns::word_for_option(std::int64_t column) const {
  const auto j = static_cast<std::size_t>(column);
  return names.empty() || names[j].empty() ? fmt::format("{}", column + 1) : names[j];
}

bool is_called_categorical(const ReadOptions& options, const TableColumns& columns, std::int64_t column) {
  return std::ranges::any_of(options.categorical, [&](const std::string& name) {
    return name != "auto" && name != "none" && column_called("--categorical", name, columns) == column;
  });
}

bool is_usual_label_name(std::string_view name) {
  return std::ranges::any_of(usual_names,
                             [&](std::string_view usual) { return same_word(without_blanks(name), usual); });
}

std::int64_t column_called(std::string_view option, const std::string& given, const TableColumns& columns) {
  const auto& names = columns.names;
  const auto twins = std::count(names.begin(), names.end(), given);
  if (twins > 1)
    throw OptionError(fmt::format("{}: {} columns are called {}; give its number", option, twins, in_quotes(given)));
  if (twins == 1) return std::find(names.begin(), names.end(), given) - names.begin();
  if (const auto number = numbered_column(given, columns.count())) return *number;
  throw OptionError(fmt::format("{}: no column is called {}; there are {} columns{}{}", option, in_quotes(given),
                                columns.count(), names.empty() ? "" : ": ", list_in_quotes(names)));
}

std::vector<std::int64_t> ignored_columns(const ReadOptions& options, const TableColumns& columns) {
  std::vector<std::int64_t> ignored;
  for (const std::string& name : options.ignore_columns) {
    const bool is_column = name != "none" || std::ranges::find(columns.names, name) != columns.names.end();
    if (is_column) ignored.push_back(column_called("--ignore-column", name, columns));
  }
  return ignored;
}

std::optional<std::int64_t> choose_label(const ReadOptions& options, const TableColumns& columns,
                                         std::vector<std::string>& warnings) {
  if (has_no_labels(options)) return std::nullopt;
  if (!options.label_column.empty()) return chosen_column(options, columns);
  std::vector<std::int64_t> usual = columns_with_usual_names(columns);
  if (!options.labels_file.empty()) {
    refuse_second_labels(columns, usual);
    return std::nullopt;
  }
  refuse_twins(columns, usual);
  const std::vector<std::int64_t> all_usual = std::exchange(usual, without_measured(columns, usual));
  if (all_usual.size() > 1) {
    const std::int64_t other = all_usual[all_usual[0] == usual[0] ? 1 : 0];
    warnings.push_back(fmt::format("{}: {} is taken for the label, {} for a feature (see --label-column)", columns.file,
                                   columns.name_of(usual[0]), columns.name_of(other)));
  }
  if (!usual.empty()) return usual.front();
  if (std::ranges::count(columns.taken, false) == options.model_features && options.model_features > 0)
    return std::nullopt;
  const std::vector<std::int64_t> candidates = columns_like_classes(columns);
  if (candidates.size() == 1 && candidates.front() == last_column(columns)) return candidates.front();
  fail(columns, candidates);
}

}  // namespace smsvm
