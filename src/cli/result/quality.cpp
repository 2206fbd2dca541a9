#include <fmt/format.h>

#include <cmath>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_labels = 30;  // of a matrix or a plot that is still read

report::Series roc_series(const std::string& name, const FactView& curve) {
  report::Series reached{name, {}, true, false};
  for (const FactView& point : curve.list())
    reached.points.push_back({point.at("false_positive_rate").number(), point.at("true_positive_rate").number()});
  return reached;
}

report::Series calibration_series(const std::string& name, const FactView& curve) {
  report::Series bins{name, {}};
  for (const FactView& bin : curve.list())
    bins.points.push_back({bin.at("mean_probability").number(), bin.at("share_positive").number()});
  return bins;
}

/// A curve for each class, or the only one; and what it is compared with.
void add_held_out_curves(report::Document& document, const FactView& held_out) {
  report::Plot roc{"ROC curve", {"false positive rate"}, {"true positive rate"}, {}};
  report::Plot calibration{"Calibration curve", {"probability as predicted"}, {"share of the positive class"}, {}};
  const auto add = [&](const std::string& name, const FactView& curves) {
    if (const auto curve = curves.find("roc")) roc.series.push_back(roc_series(name, *curve));
    if (const auto curve = curves.find("calibration_curve"))
      calibration.series.push_back(calibration_series(name, *curve));
  };
  if (const auto classes = held_out.find("classes")) {
    const std::vector<FactView> list = classes->list();
    if (list.size() > most_labels) return;
    for (const FactView& of_class : list) add(of_class.at("label").text(), of_class);
  } else {
    add("rows left out", held_out);
  }
  if (!roc.series.empty()) {
    roc.series.push_back({"chance", {{0, 0}, {1, 1}}, true, false});
    document.plot("roc", std::move(roc));
  }
  if (!calibration.series.empty()) {
    calibration.series.push_back({"perfect", {{0, 0}, {1, 1}}, true, false});
    document.plot("calibration", std::move(calibration));
  }
}

/// Weights of rows need not be whole.
report::Cell rows_cell(const FactView& rows) {
  const double value = rows.number();
  const bool whole = value == std::floor(value) && value >= 0 && value < 1e15;
  return {whole ? with_thousands(static_cast<std::int64_t>(value)) : fmt::format("{:.6g}", value), rows.as_written()};
}

void add_confusion(report::Document& document, const FactView& matrix, const std::vector<std::string>& labels) {
  const std::vector<FactView> rows = matrix.list();
  if (rows.size() > most_labels) return;
  if (rows.size() != labels.size()) matrix.complain("a list for each label");
  report::Table table{{"true class"}, {}, "Confusion matrix: rows left out, by their class and by what was predicted."};
  for (const std::string& label : labels) table.header.push_back(report::Cell::literal("predicted " + label));
  for (std::size_t truth = 0; truth < rows.size(); ++truth) {
    std::vector<report::Cell> cells = {report::Cell::literal(labels[truth])};
    for (const FactView& count : rows[truth].list()) cells.push_back(rows_cell(count));
    if (cells.size() != table.header.size()) rows[truth].complain("a number for each label");
    table.rows.push_back(std::move(cells));
  }
  document.table(std::move(table));
}

}  // namespace

void add_held_out(report::Document& document, const std::optional<FactView>& held_out,
                  const std::vector<std::string>& labels, const std::string& remark) {
  if (!held_out) return;
  document.heading("Rows left out");
  document.paragraph(remark);
  add_held_out_curves(document, *held_out);
  if (const auto confusion = held_out->find("confusion")) add_confusion(document, *confusion, labels);
}

}  // namespace smsvm::cli
