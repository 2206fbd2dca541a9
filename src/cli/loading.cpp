#include "cli/loading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/choices.hpp"
#include "cli/file_kind.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/resources.hpp"
#include "cli/text.hpp"
#include "data/distributed_read.hpp"
#include "smsvm/table.hpp"

namespace smsvm::cli {
namespace {

std::string name_of_column(const TableSchema& table, std::int64_t column) {
  const std::string& name = table.column(column).name;
  return name.empty() ? fmt::format("column {}", column + 1) : fmt::format("'{}'", printable(name));
}

std::vector<std::string> columns_that_are(const Dataset& data, TableColumn::Role role) {
  std::vector<std::string> names;
  for (std::int64_t j = 0; data.table && j < data.table->count(); ++j) {
    const TableColumn& column = data.table->column(j);
    if (column.role != role) continue;
    const bool is_index = role == TableColumn::Role::ignored && j == 0 && data.table->has_names() &&
                          (column.name.empty() || column.name == "Unnamed: 0");
    names.push_back(name_of_column(*data.table, j) + (is_index ? " (the index of the rows)" : ""));
  }
  return names;
}

/// "2 classes, yes is positive".
std::string describe_classes(const Labels& labels, const std::optional<Label>& positive) {
  const auto& distinct = labels.distinct;
  std::string text = counted(std::ssize(distinct), "class");
  if (positive && std::ranges::find(distinct, *positive) != distinct.end())
    return text + fmt::format(", {} is positive", printable(positive->text));
  if (distinct.size() != 2) return text;
  return text + fmt::format(", {} is positive", printable(distinct[positive_of_two(distinct[0], distinct[1])].text));
}

void report(const std::string& path, const LoadedData& loaded, const std::optional<Label>& positive, Log& log) {
  const Dataset& data = loaded.data;
  const std::vector<std::string> label = columns_that_are(data, TableColumn::Role::label);
  const bool labelled = !data.labels.distinct.empty();
  log.event(
      Verbosity::normal, "read",
      fmt::format("read {}: {}, {}, {}, {}, as {}s, {}", display_name(path), counted(data.rows, "row"),
                  counted(data.features, "feature"), counted(loaded.nonzeros, "nonzero"),
                  describe_columns(data, positive), word_for(precisions, data.precision()), duration(loaded.seconds)),
      {{"file", path},
       {"rows", data.rows},
       {"features", data.features},
       {"nonzeros", loaded.nonzeros},
       {"classes", data.labels.distinct.size()},
       {"label", label.empty() || !labelled ? Json(nullptr) : Json(label.front())},
       {"ignored", columns_that_are(data, TableColumn::Role::ignored)},
       {"precision", word_for(precisions, data.precision())},
       {"seconds", loaded.seconds}});
}

}  // namespace

LoadedData load_data(const std::string& path, ReadOptions options, Log& log, const std::optional<Label>& positive) {
  const Stopwatch watch;
  if (const FileKind kind = recognise(path); kind != FileKind::data)
    throw Error(ErrorKind::bad_data, fmt::format("{}: this is a {}; data are expected", path, name_of(kind)));
  LoadedData loaded;
  log_ranks(log);
  {
    ProgressBar bar(log);
    options.progress = [&](double share) {
      bar.show(share, fmt::format("reading {}  {:.0f} %", display_name(path), 100 * share));
    };
    loaded.data = ranks_in_use() == nullptr ? read(path, options) : read_on_ranks(path, options, *ranks_in_use());
  }
  loaded.nonzeros = loaded.data.nonzeros();
  loaded.seconds = watch.seconds();
  report(path, loaded, positive, log);
  for (const std::string& warning : loaded.data.warnings) log.warning(warning);
  return loaded;
}

std::string describe_columns(const Dataset& data, const std::optional<Label>& positive) {
  constexpr std::size_t most_named = 8;
  const auto listed = [](std::vector<std::string> names) {
    if (names.size() > most_named) names.resize(most_named + 1, "…"), names.back() = "…";
    return fmt::format("{}", fmt::join(names, ", "));
  };
  const std::vector<std::string> label = columns_that_are(data, TableColumn::Role::label);
  std::string text = "no labels";
  if (!data.labels.distinct.empty()) {
    const std::string classes = describe_classes(data.labels, positive);
    text = label.empty() ? classes : fmt::format("label {} ({})", label.front(), classes);
  }
  for (const auto& [role, word] :
       {std::pair(TableColumn::Role::weight, "weight"), std::pair(TableColumn::Role::ignored, "ignored"),
        std::pair(TableColumn::Role::categories, "categories")}) {
    if (const auto names = columns_that_are(data, role); !names.empty())
      text += fmt::format(", {} {}", word, listed(names));
  }
  return text;
}

void read_as_for(const Model& model, ReadOptions& options) {
  options.table = model.table;
  if (!model.table) options.model_features = model.features;
}

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }
std::string output_name(const std::string& path) { return path == "-" ? "standard output" : path; }

}  // namespace smsvm::cli
