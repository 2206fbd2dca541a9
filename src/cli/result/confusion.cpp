#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_in_table = 10, most_in_map = 300, most_mistakes = 10;

/// Weights of rows need not be whole.
std::string rows_text(double rows) {
  const bool whole = rows == std::floor(rows) && rows >= 0 && rows < 1e15;
  return whole ? with_thousands(static_cast<std::int64_t>(rows)) : fmt::format("{:.6g}", rows);
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Counts with their shares of the true class, in the order of tables.
struct Matrix {
  struct Entry {
    double rows = 0;
    std::string exact;
    double share = 0;
  };
  std::vector<std::string> truth, said;
  std::vector<std::vector<Entry>> entries;
};

/// Indices of `labels` in the order wanted, or as they are if that lists others.
std::vector<std::size_t> order_of(const std::vector<std::string>& labels, const std::vector<std::string>& wanted) {
  std::vector<std::size_t> order;
  for (const std::string& label : wanted) {
    const auto found = std::ranges::find(labels, label);
    if (found != labels.end()) order.push_back(static_cast<std::size_t>(found - labels.begin()));
  }
  if (order.size() == labels.size()) return order;
  order.clear();
  for (std::size_t k = 0; k < labels.size(); ++k) order.push_back(k);
  return order;
}

Matrix read_matrix(const FactView& facts, const Judged& judged) {
  const std::vector<std::string>& labels = judged.labels;
  const std::vector<FactView> rows = facts.list();
  if (rows.size() != labels.size() && rows.size() != labels.size() + 1) facts.complain("a list for each label");
  std::vector<std::size_t> order = order_of(labels, judged.order);
  Matrix matrix;
  for (const std::size_t k : order) matrix.said.push_back(labels[k]);
  matrix.truth = matrix.said;
  std::vector<std::size_t> row_order = order;
  if (rows.size() > labels.size()) {
    row_order.push_back(labels.size());
    matrix.truth.emplace_back("unknown");
  }
  for (const std::size_t truth : row_order) {
    const std::vector<FactView> counts = rows[truth].list();
    if (counts.size() != labels.size()) rows[truth].complain("a number for each label");
    std::vector<Matrix::Entry> entries;
    double total = 0;
    for (const std::size_t said : order) {
      entries.push_back({counts[said].number(), counts[said].as_written(), 0});
      total += entries.back().rows;
    }
    for (Matrix::Entry& entry : entries)
      entry.share = std::isfinite(total) && total > 0 ? std::clamp(entry.rows / total, 0.0, 1.0) : 0;
    matrix.entries.push_back(std::move(entries));
  }
  return matrix;
}

report::Table table_of(const Matrix& matrix) {
  report::Table table{
      {"true class"},
      {},
      "Confusion matrix: true classes downwards, predicted ones to the right, with shares of the true class."};
  for (const std::string& label : matrix.said) table.header.push_back(report::Cell::literal(label));
  for (std::size_t truth = 0; truth < matrix.truth.size(); ++truth) {
    std::vector<report::Cell> cells = {report::Cell::literal(matrix.truth[truth])};
    for (std::size_t said = 0; said < matrix.said.size(); ++said) {
      const Matrix::Entry& entry = matrix.entries[truth][said];
      report::Cell cell(rows_text(entry.rows), entry.exact);
      cell.note = percent(entry.share);
      cell.shade = std::copysign(std::sqrt(entry.share), truth == said ? 1 : -1);  // small shares are seen, too
      cells.push_back(std::move(cell));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

report::HeatMap map_of(const Matrix& matrix) {
  report::HeatMap map{
      "Confusion matrix", "true class", "predicted class", matrix.truth, matrix.said, {}, "right", "wrong", true};
  for (std::size_t truth = 0; truth < matrix.truth.size(); ++truth) {
    for (std::size_t said = 0; said < matrix.said.size(); ++said) {
      const Matrix::Entry& entry = matrix.entries[truth][said];
      if (entry.rows == 0) continue;
      map.cells.push_back({truth, said, truth == said ? entry.share : -entry.share,
                           fmt::format("{}, predicted {}: {} rows, {}", matrix.truth[truth], matrix.said[said],
                                       rows_text(entry.rows), percent(entry.share))});
    }
  }
  return map;
}

/// The mistakes that concern most of a class.
report::Table mistakes_of(const Matrix& matrix) {
  struct Mistake {
    std::size_t truth, said;
  };
  std::vector<Mistake> mistakes;
  const auto entry = [&](const Mistake& at) { return matrix.entries[at.truth][at.said]; };
  for (std::size_t truth = 0; truth < matrix.truth.size(); ++truth) {
    for (std::size_t said = 0; said < matrix.said.size(); ++said)
      if (truth != said && matrix.entries[truth][said].rows > 0) mistakes.push_back({truth, said});
  }
  std::ranges::stable_sort(mistakes, std::greater{}, [&](const Mistake& at) { return entry(at).share; });
  if (mistakes.size() > most_mistakes) mistakes.resize(most_mistakes);
  report::Table table{{"true class", "predicted", "rows", "share of the class"}, {}, "The most frequent mistakes"};
  for (const Mistake& at : mistakes) {
    table.rows.push_back({report::Cell::literal(matrix.truth[at.truth]),
                          report::Cell::literal(matrix.said[at.said]),
                          {rows_text(entry(at).rows), entry(at).exact},
                          percent(entry(at).share)});
  }
  return table;
}

/// How many rows of a class are found, and how many that are said to be of it are.
report::Table classes_of(const Matrix& matrix) {
  report::Table table{
      {"class", "rows", "predicted", "precision", "recall"}, {}, "Each class", matrix.said.size() > most_classes_apart};
  for (std::size_t k = 0; k < matrix.said.size(); ++k) {
    double rows = 0, predicted = 0;
    const double right = matrix.entries[k][k].rows;
    for (std::size_t other = 0; other < matrix.said.size(); ++other) rows += matrix.entries[k][other].rows;
    for (const auto& row : matrix.entries) predicted += row[k].rows;
    const auto share = [&](double whole) { return whole > 0 ? measure_cell(right / whole) : report::Cell(no_value); };
    table.rows.push_back(
        {report::Cell::literal(matrix.said[k]), rows_text(rows), rows_text(predicted), share(predicted), share(rows)});
  }
  return table;
}

}  // namespace

void add_confusion(report::Document& document, const Judged& judged, bool each_class) {
  const auto facts = judged.facts.find("confusion");
  if (!facts) return;
  const Matrix matrix = read_matrix(*facts, judged);
  if (matrix.said.size() <= most_in_table) {
    document.table(table_of(matrix));
    if (each_class) document.table(classes_of(matrix));
    return;
  }
  if (matrix.said.size() <= most_in_map) document.plot(judged.name + "confusion", map_of(matrix));
  report::Table mistakes = mistakes_of(matrix);
  if (!mistakes.rows.empty()) document.table(std::move(mistakes));
  if (each_class) document.table(classes_of(matrix));
}

}  // namespace smsvm::cli
