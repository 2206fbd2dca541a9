#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string_view>

#include "data/excerpt.hpp"
#include "data/label_column.hpp"
#include "data/table_plan.hpp"

namespace smsvm {
namespace {

using Role = TableColumn::Role;

bool are_distinct(const std::vector<std::string>& names) {
  return std::set<std::string_view>(names.begin(), names.end()).size() == names.size();
}

/// Reads a table as that of a model.
class Matching {
 public:
  Matching(const TableSchema& known, const ReadOptions& options, TableColumns& columns,
           std::vector<std::string>& warnings)
      : known_(known), options_(options), columns_(columns), warnings_(warnings), schema_(as_numbers(columns)) {}

  MatchedSchema match() {
    columns_.taken.assign(columns_.like_classes.size(), false);
    for (const std::int64_t column : ignored_columns(options_, columns_)) take(column, Role::ignored);
    if (!options_.weight_column.empty())
      take(column_called("--weight-column", options_.weight_column, columns_), Role::weight);
    const bool both_have_names = known_.has_names() && !columns_.names.empty();
    if (!options_.label_column.empty() && !has_no_labels(options_)) {
      take(*choose_label(options_, columns_, warnings_), Role::label);
    } else if (!both_have_names && !labels_are_said()) {
      take_usual_label();
    }
    if (both_have_names && are_distinct(known_.feature_names())) {
      match_names();
      return {std::move(schema_), false};
    }
    match_places();
    return {std::move(schema_), true};
  }

 private:
  /// The labels are elsewhere, or in a column that an option names, or nowhere.
  bool labels_are_said() const { return !options_.label_column.empty() || !options_.labels_file.empty(); }

  void take(std::int64_t column, Role role) {
    schema_.change(column).role = role;
    columns_.taken[static_cast<std::size_t>(column)] = true;
  }

  void take_usual_label() {
    for (std::size_t j = 0; j < columns_.names.size(); ++j) {
      if (!columns_.taken[j] && is_usual_label_name(columns_.names[j]))
        return take(static_cast<std::int64_t>(j), Role::label);
    }
  }

  /// What the model's column becomes here.
  void give(std::int64_t column, const TableColumn& known) {
    if (known.is_plain_number()) return;  // it is one already
    const bool replaced = (known.role == Role::label && (labels_are_said() || schema_.find(Role::label))) ||
                          (known.role == Role::weight && !options_.weight_column.empty());
    TableColumn& here = schema_.change(column);
    std::string name = std::move(here.name);
    here = known;
    here.name = std::move(name);
    if (replaced) here.role = Role::ignored;
  }

  void match_names() {
    std::vector<std::string> unknown;
    std::map<std::string_view, const TableColumn*> known_by_name;  // the first of each name
    for (const TableColumn& known : known_.columns()) known_by_name.emplace(known.name, &known);
    for (std::size_t k = 0; k < columns_.names.size(); ++k) {
      if (columns_.taken[k]) continue;
      const auto j = static_cast<std::int64_t>(k);
      const auto found = known_by_name.find(columns_.names[k]);
      if (found == known_by_name.end()) {
        unknown.push_back(columns_.name_of(j));
        schema_.change(j).role = Role::ignored;
      } else {
        const TableColumn& known = *found->second;
        if (std::ranges::count(columns_.names, columns_.names[k]) > 1 && known.is_feature())
          fail(fmt::format("two columns called {}", in_quotes(known.name)), "the model was trained on one");
        give(j, known);
      }
    }
    for (const TableColumn& known : known_.columns()) {
      if (known.is_feature() && std::ranges::find(columns_.names, known.name) == columns_.names.end())
        fail(fmt::format("the data have no column called {}", in_quotes(known.name)), "the model was trained on it");
    }
    if (!unknown.empty())
      warnings_.push_back(
          fmt::format("{}: the model was not trained on {}: ignored", columns_.file, fmt::join(unknown, ", ")));
  }

  void match_places() {
    using Choice = bool (*)(const TableColumn&);
    constexpr Choice all = [](const TableColumn&) { return true; };
    constexpr Choice but_label = [](const TableColumn& column) { return column.role != Role::label; };
    constexpr Choice but_ignored = [](const TableColumn& column) { return column.role != Role::ignored; };
    constexpr Choice but_weight = [](const TableColumn& column) { return column.role != Role::weight; };
    constexpr Choice features = [](const TableColumn& column) { return column.is_feature(); };
    const auto known = known_.columns();
    const auto count = [&](Choice choice) { return static_cast<std::int64_t>(std::ranges::count_if(known, choice)); };
    const std::int64_t here = std::ranges::count(columns_.taken, false);
    const bool may_have_label = !labels_are_said() && !schema_.find(Role::label);
    const bool other_may_lack = count(but_ignored) == here || count(but_weight) == here;
    if (may_have_label && here < count(all) && count(but_label) == here && other_may_lack)
      fail(fmt::format("{} columns", here),
           "the table of the model has one more: which one is missing? --label-column none says that it is the label, "
           "--label-column N that it is the one that was ignored or had the weights");
    for (const Choice choice : {all, but_label, features}) {
      if (count(choice) != here) continue;
      std::size_t j = 0;
      for (const TableColumn& column : known | std::views::filter(choice)) {
        while (columns_.taken[j]) ++j;
        give(static_cast<std::int64_t>(j++), column);
      }
      return;
    }
    const std::string with_label =
        count(all) > count(but_label) ? fmt::format(", or {} with the label", count(all)) : "";
    fail(fmt::format("{} columns", here), fmt::format("the model was trained on {} features: expected {} columns{}",
                                                      count(features), count(features), with_label));
  }

  [[noreturn]] void fail(std::string found, std::string expected) const {
    throw DataError(Place{columns_.file}, std::move(found), std::move(expected));
  }

  const TableSchema& known_;
  const ReadOptions& options_;
  TableColumns& columns_;
  std::vector<std::string>& warnings_;
  TableSchema schema_;
};

}  // namespace

MatchedSchema match_schema(const TableSchema& known, const ReadOptions& options, TableColumns& columns,
                           std::vector<std::string>& warnings) {
  return Matching(known, options, columns, warnings).match();
}

}  // namespace smsvm
