#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

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
      : known_(known), options_(options), columns_(columns), warnings_(warnings) {}

  MatchedSchema match() {
    schema_.columns.resize(static_cast<std::size_t>(columns_.count()));
    columns_.taken.assign(schema_.columns.size(), false);
    for (std::size_t j = 0; j < schema_.columns.size(); ++j) {
      schema_.columns[j].role = Role::ignored;
      if (!columns_.names.empty()) schema_.columns[j].name = columns_.names[j];
    }
    for (const std::string& name : options_.ignore_columns)
      take(column_called("--ignore-column", name, columns_), Role::ignored);
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
    schema_.columns[static_cast<std::size_t>(column)].role = role;
    columns_.taken[static_cast<std::size_t>(column)] = true;
  }

  void take_usual_label() {
    for (std::size_t j = 0; j < columns_.names.size(); ++j) {
      if (!columns_.taken[j] && is_usual_label_name(columns_.names[j]))
        return take(static_cast<std::int64_t>(j), Role::label);
    }
  }

  /// What the model's column becomes here.
  void give(std::size_t column, const TableColumn& known) {
    const bool replaced = (known.role == Role::label && (labels_are_said() || schema_.find(Role::label))) ||
                          (known.role == Role::weight && !options_.weight_column.empty());
    std::string name = std::move(schema_.columns[column].name);
    schema_.columns[column] = known;
    schema_.columns[column].name = std::move(name);
    if (replaced) schema_.columns[column].role = Role::ignored;
  }

  void match_names() {
    std::vector<std::string> unknown;
    for (std::size_t j = 0; j < schema_.columns.size(); ++j) {
      if (columns_.taken[j]) continue;
      const auto known = std::ranges::find(known_.columns, columns_.names[j], &TableColumn::name);
      if (known == known_.columns.end()) {
        unknown.push_back(columns_.name_of(static_cast<std::int64_t>(j)));
      } else {
        if (std::ranges::count(columns_.names, columns_.names[j]) > 1 && known->is_feature())
          fail(fmt::format("two columns called {}", in_quotes(known->name)), "the model was trained on one");
        give(j, *known);
      }
    }
    for (const TableColumn& known : known_.columns) {
      if (known.is_feature() && std::ranges::find(columns_.names, known.name) == columns_.names.end())
        fail(fmt::format("the data have no column called {}", in_quotes(known.name)), "the model was trained on it");
    }
    if (!unknown.empty())
      warnings_.push_back(
          fmt::format("{}: the model was not trained on {}: ignored", columns_.file, fmt::join(unknown, ", ")));
  }

  void match_places() {
    std::vector<std::size_t> here;
    for (std::size_t j = 0; j < schema_.columns.size(); ++j) {
      if (!columns_.taken[j]) here.push_back(j);
    }
    std::vector<const TableColumn*> all, but_label, features;
    for (const TableColumn& known : known_.columns) {
      all.push_back(&known);
      if (known.role != Role::label) but_label.push_back(&known);
      if (known.is_feature()) features.push_back(&known);
    }
    for (const auto* const there : {&all, &but_label, &features}) {
      if (there->size() != here.size()) continue;
      for (std::size_t k = 0; k < here.size(); ++k) give(here[k], *(*there)[k]);
      return;
    }
    const std::string with_label =
        all.size() > but_label.size() ? fmt::format(", or {} with the label", all.size()) : "";
    fail(fmt::format("{} columns", here.size()),
         fmt::format("the model was trained on {} features: expected {} columns{}", features.size(), features.size(),
                     with_label));
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
