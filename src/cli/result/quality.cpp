#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_curves_in_colour = 10, hardest_of_many = 3, most_curves = 300, most_rows_open = 12;
constexpr double least_rows_of_a_point = 10;  // of a calibration curve: the share among fewer is chance

/// Of one class, or of all rows.
struct Curve {
  std::string label;
  std::vector<report::Point> roc, calibration;
  bool points_left_out = false;
  std::optional<double> auc = {};  ///< where it is known; the curve may have fewer corners than the rows give it

  double area() const {
    if (auc) return *auc;
    double sum = 0;
    for (std::size_t at = 1; at < roc.size(); ++at)
      sum += (roc[at].x - roc[at - 1].x) * (roc[at].y + roc[at - 1].y) / 2;
    return std::isfinite(sum) ? sum : 0;
  }
};

Curve read_curve(const std::string& label, const FactView& facts) {
  const auto points = [&](const char* key, const char* x, const char* y) {
    std::vector<report::Point> list;
    if (const auto curve = facts.find(key))
      for (const FactView& point : curve->list()) list.push_back({point.at(x).number(), point.at(y).number()});
    return list;
  };
  Curve read{label, points("roc", "false_positive_rate", "true_positive_rate"),
             points("calibration_curve", "mean_probability", "share_positive")};
  if (const auto auc = facts.find("auc")) read.auc = auc->number();
  if (read.calibration.empty()) return read;
  std::size_t at = 0;
  std::vector<report::Point> of_many;
  for (const FactView& point : facts.at("calibration_curve").list()) {
    if (point.at("rows").number() >= least_rows_of_a_point) of_many.push_back(read.calibration[at]);
    ++at;
  }
  read.points_left_out = !of_many.empty() && of_many.size() < at;
  if (read.points_left_out) read.calibration = std::move(of_many);
  return read;
}

/// Where there are many, those that are hardest to tell from the others come first.
std::vector<Curve> read_curves(const FactView& facts) {
  std::vector<Curve> curves;
  const auto classes = facts.find("classes");
  if (!classes || facts.find("roc")) {  // of two classes, one curve
    curves.push_back(read_curve("", facts));
  } else {
    for (const FactView& each : classes->list()) {
      if (curves.size() == most_curves) break;
      curves.push_back(read_curve(each.at("label").text(), each));
    }
  }
  if (curves.size() > most_curves_in_colour) std::ranges::stable_sort(curves, {}, &Curve::area);
  return curves;
}

std::string name_of(const Curve& curve) {
  if (curve.roc.empty()) return curve.label;
  const std::string area = fmt::format("AUC {:.3f}", curve.area());
  return curve.label.empty() ? area : fmt::format("{}, {}", curve.label, area);
}

/// In a square, with the diagonal that it is compared with.
report::Plot square(std::string title, const char* x, const char* y, const char* diagonal) {
  report::Plot plot{std::move(title), {x}, {y}, {}};
  plot.unit_square = true;
  plot.series.push_back({diagonal, {{0, 0}, {1, 1}}, true, false, true});
  return plot;
}

void add_curve(report::Plot& plot, std::string name, const std::vector<report::Point>& points, bool markers,
               bool in_colour) {
  if (points.empty()) return;
  // The diagonal stays last, so that the colours begin with the first curve.
  plot.series.insert(plot.series.end() - 1, {std::move(name), points, true, markers && in_colour, !in_colour});
}

void add_curves(report::Document& document, const std::vector<Curve>& curves, const std::string& name) {
  const bool many = curves.size() > most_curves_in_colour;
  report::Plot roc = square("ROC curve", "false positive rate", "true positive rate", "chance");
  report::Plot calibration =
      square("Calibration curve", "probability as predicted", "share of rows that are of the class", "perfect");
  for (std::size_t at = 0; at < curves.size(); ++at) {
    const bool in_colour = !many || at < hardest_of_many;
    add_curve(roc, name_of(curves[at]), curves[at].roc, false, in_colour);
    add_curve(calibration, curves.size() > 1 ? curves[at].label : "", curves[at].calibration, true, in_colour);
  }
  const bool drawn = roc.series.size() > 1 || calibration.series.size() > 1;
  if (roc.series.size() > 1) document.plot(name + "roc", std::move(roc));
  if (calibration.series.size() > 1) document.plot(name + "calibration", std::move(calibration));
  if (std::ranges::any_of(curves, &Curve::points_left_out))
    document.paragraph(fmt::format("Points of the calibration curve{} that stand for fewer than {} rows are not drawn.",
                                   curves.size() == 1 ? "" : "s", least_rows_of_a_point));
  if (many && drawn)
    document.paragraph(
        fmt::format("Each curve is of a class against the rest. In colour: the {} of {} classes that are "
                    "hardest to tell from the others.",
                    hardest_of_many, curves.size()));
}

}  // namespace

std::vector<std::string> table_order(const FactView& facts) {
  std::vector<std::string> order;
  if (const auto classes = facts.find("class_rows"))
    for (const FactView& each : classes->list()) order.push_back(each.at("label").text());
  return order;
}

void add_judged(report::Document& document, const Judged& judged) {
  const std::vector<Curve> curves = read_curves(judged.facts);
  const bool two_drawings = std::ranges::any_of(curves, [](const Curve& curve) { return !curve.calibration.empty(); });
  add_confusion(document, judged, two_drawings);
  if (two_drawings) document.row_break();
  add_curves(document, curves, judged.name);
}

std::vector<report::Figures::Figure> quality_figures(const FactView& evaluation, const std::string& where) {
  constexpr std::array<std::pair<const char*, const char*>, 6> measures = {{{"accuracy", "accuracy"},
                                                                            {"balanced_accuracy", "balanced accuracy"},
                                                                            {"macro_f1", "F1, mean of classes"},
                                                                            {"auc", "AUC"},
                                                                            {"log_loss", "log loss"},
                                                                            {"brier_score", "Brier score"}}};
  std::vector<report::Figures::Figure> figures;
  for (const auto& [key, name] : measures)
    if (const auto value = evaluation.find(key)) figures.push_back({name + where, measure_cell(value)});
  return figures;
}

void add_evaluation(report::Document& document, const FactView& evaluation, const std::string& name) {
  const std::vector<FactView> classes = evaluation.at("classes").list();
  const bool several = classes.size() > 2;  // of two, the AUC is the same
  report::Table table{
      {"class", "rows", "predicted", "precision", "recall", "F1"}, {}, "Each class", classes.size() > most_rows_open};
  if (several) table.header.emplace_back("AUC");
  std::vector<std::string> labels;
  for (const FactView& each : classes) {
    labels.push_back(each.at("label").text());
    table.rows.push_back({report::Cell::literal(labels.back()), count_cell(each.at("rows")),
                          count_cell(each.at("predicted")), measure_cell(each.find("precision")),
                          measure_cell(each.find("recall")), measure_cell(each.find("f1"))});
    if (several) table.rows.back().push_back(measure_cell(each.find("auc")));
  }
  add_confusion(document, {evaluation, labels, {}, name}, false);
  document.table(std::move(table));
  document.row_break();
  add_curves(document, read_curves(evaluation), name);
}

}  // namespace smsvm::cli
