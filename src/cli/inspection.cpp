#include "cli/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "cli/choices.hpp"
#include "cli/kept_options.hpp"
#include "cli/loading.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "data/residency.hpp"
#include "data/row_access.hpp"
#include "estimate/class_list.hpp"
#include "model/model_shape.hpp"
#include "smsvm/version.hpp"

namespace smsvm::cli {
namespace {

/// Lines "name        value".
class Table {
 public:
  void add(std::string_view name, const std::string& value) {
    text_ += fmt::format("{}{:<11} {}", text_.empty() ? "" : "\n", name, value);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

struct Range {
  double least = 0, greatest = 0;
};

/// Zeros count as values, stored or not.
Range value_range(const Dataset& data) {
  Range range;
  bool any = data.nonzeros() < data.rows * data.features;
  const auto note = [&](std::size_t, double value) {
    range.least = any ? std::min(range.least, value) : value;
    range.greatest = any ? std::max(range.greatest, value) : value;
    any = true;
  };
  std::visit(
      [&](const auto& matrix) {
        for_each_row(data.order.get(), matrix, [&](std::int64_t, const auto& view) { for_each_value(view, note); });
      },
      data.all_rows());
  return range;
}

std::int64_t memory_of(const Dataset& data) {
  const auto bytes_of_numbers = [](const auto& numbers) {
    return static_cast<std::int64_t>(std::span(numbers).size_bytes());
  };
  std::int64_t bytes = bytes_of_numbers(data.labels.of_row) + bytes_of_numbers(data.feature_ids);
  if (data.order) bytes += bytes_of_numbers(data.order->shift());
  std::visit(
      [&](const auto& matrix) {
        for (const auto& block : matrix.blocks) bytes += bytes_of(block);
      },
      data.all_rows());
  return bytes;
}

std::string layout_of(const Dataset& data) {
  bool dense = false, sparse = false;
  std::visit(
      [&](const auto& matrix) {
        for (const auto& block : matrix.blocks) {
          dense |= !block.tile.empty();
          sparse |= !block.valued.start.empty() || !block.ones.start.empty();
        }
      },
      data.all_rows());
  return dense && sparse ? "mixed" : dense ? "dense" : "sparse";
}

Json class_list(const Labels& labels) {
  Json list = Json::array();
  const std::vector<std::int64_t> count = labels.count();
  for (const std::int32_t label : labels.sorted()) {
    const auto k = static_cast<std::size_t>(label);
    list.push_back({{"label", labels.distinct[k].text}, {"rows", count[k]}});
  }
  return list;
}

/// What a stored feature was divided by before its weight was penalised.
double scale_of(const Model& model, std::size_t feature) {
  return model.facts && !model.facts->feature_scale.empty() ? model.facts->feature_scale[feature] : 1;
}

/// The stored features of the largest weights, by the largest over the columns, in units of the scale if there is one.
std::vector<std::size_t> largest_weights(const Model& model, std::size_t most) {
  const std::size_t columns = model.columns();
  const auto size_of = [&](std::size_t feature) {
    double largest = 0;
    for (std::size_t k = 0; k < columns; ++k)
      largest = std::max(largest, std::abs(model.weights[feature * columns + k]));
    return largest * scale_of(model, feature);
  };
  std::vector<std::size_t> features(model.weights.size() / columns);
  std::iota(features.begin(), features.end(), std::size_t{0});
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most, features.size()));
  std::ranges::partial_sort(features, features.begin() + shown, [&](std::size_t one, std::size_t other) {
    const double first = size_of(one), second = size_of(other);
    return first != second ? first > second : one < other;
  });
  features.resize(static_cast<std::size_t>(shown));
  std::erase_if(features, [&](std::size_t feature) { return size_of(feature) == 0; });
  return features;
}

Json relative_gap(double primal, const std::optional<double>& dual) {
  return dual ? number_or_null((primal - *dual) / primal) : Json(nullptr);
}

/// null if one of them is.
Json largest_or_null(const Json& numbers) {
  Json largest = numbers[0];
  for (const Json& each : numbers) {
    if (each.is_null()) return nullptr;
    if (each > largest) largest = each;
  }
  return largest;
}

Json facts_of_training(const TrainingFacts& facts, const std::vector<Label>& labels) {
  Json classes = Json::array(), gaps = Json::array();
  for (std::size_t k = 0; k < facts.classes.size(); ++k) {
    const ClassFacts& of_class = facts.classes[k];
    classes.push_back({{"label", labels[k].text},
                       {"status", of_class.status},
                       {"primal", of_class.primal},
                       {"dual", number_or_null(of_class.dual)},
                       {"relative_gap", relative_gap(of_class.primal, of_class.dual)},
                       {"passes", of_class.passes}});
    gaps.push_back(classes.back()["relative_gap"]);
  }
  Json class_weights = facts.class_weights.empty() ? Json(nullptr) : Json::object();
  for (const ClassWeight& each : facts.class_weights) class_weights[each.label.text] = each.weight;
  return {{"status", facts.status},
          {"l2", facts.l2},
          {"l1", facts.l1},
          {"C", number_or_null(facts.c)},
          {"l1_ratio", facts.l1_ratio},
          {"intercept", facts.intercept},
          {"precision", facts.precision},
          {"tolerance", facts.tolerance},
          {"primal", facts.primal},
          {"dual", number_or_null(facts.dual)},
          {"relative_gap", gaps.empty() ? relative_gap(facts.primal, facts.dual) : largest_or_null(gaps)},
          {"rows", facts.rows},
          {"total_weight", facts.total_weight},
          {"class_weight", class_weights},
          {"scale", facts.scale},
          {"passes", facts.passes},
          {"data_checksum", hexadecimal(facts.data_checksum)},
          {"classes", classes}};
}

void add_facts(Table& table, const TrainingFacts& facts, const std::vector<Label>& labels) {
  for (std::size_t k = 0; k < facts.classes.size(); ++k) {
    const ClassFacts& of_class = facts.classes[k];
    table.add("class", fmt::format("{}: {}; {}; objective {:.9g} after {:.1f} passes", printable(labels[k].text),
                                   of_class.status, describe_proof(of_class.primal, of_class.dual), of_class.primal,
                                   of_class.passes));
  }
  table.add("status", facts.classes.empty()
                          ? fmt::format("{}; {}", facts.status, describe_proof(facts.primal, facts.dual))
                          : fmt::format("{}, the worst of the classes", facts.status));
  table.add("objective",
            fmt::format("{:.9g} after {:.1f} passes over {}", facts.primal, facts.passes, counted(facts.rows, "row")));
  table.add("penalty", fmt::format("λ = {:.6g}, μ = {:.6g} (C = {:.6g}, ρ = {:.6g}), intercept {}", facts.l2, facts.l1,
                                   facts.c, facts.l1_ratio, facts.intercept));
  if (facts.scale != "none") table.add("scale", facts.scale);
  if (facts.total_weight != static_cast<double>(facts.rows)) {
    table.add("row weights", fmt::format("{:g} in all", facts.total_weight));
  }
  for (const ClassWeight& each : facts.class_weights) {
    table.add("class weight", fmt::format("{}: {:g}", printable(each.label.text), each.weight));
  }
  table.add("data", fmt::format("checksum {}, precision {}", hexadecimal(facts.data_checksum), facts.precision));
}

std::vector<std::string> label_texts(const Model& model) {
  std::vector<std::string> texts;
  for (const Label& label : model.labels) texts.push_back(label.text);
  return texts;
}

std::string calibration_name(const Model& model) {
  const bool isotonic = std::holds_alternative<IsotonicCalibration>(model.calibration.front());
  return word_for(calibrations, isotonic ? CalibrationMethod::isotonic : CalibrationMethod::platt);
}

/// "name value, name value", without what stands before a colon.
template <class Choice>
std::string traits_of(const Identity& identity, const Choice& chosen) {
  std::string text;
  for (const auto& [name, value] : identity.traits()) {
    if (!chosen(name)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name.substr(name.find(':') + 1), value);
  }
  return text;
}

}  // namespace

Inspection inspect_data(const Dataset& data) {
  const Range range = value_range(data);
  const double cells = static_cast<double>(data.rows) * static_cast<double>(data.features);
  const std::int64_t nonzeros = data.nonzeros();
  const double density = cells > 0 ? static_cast<double>(nonzeros) / cells : 0;
  const std::string checksum = hexadecimal(data.checksum());
  Table table;
  table.add("kind", fmt::format("data, {}, {}", layout_of(data), word_for(precisions, data.precision())));
  table.add("rows", with_thousands(data.rows));
  table.add("features", data.width == data.features
                            ? with_thousands(data.features)
                            : fmt::format("{} in use, numbered up to {}", with_thousands(data.features),
                                          with_thousands(data.width)));
  table.add("nonzeros", fmt::format("{} ({:.4g} %)", with_thousands(nonzeros), 100 * density));
  table.add("classes", data.labels.distinct.empty() ? "no labels" : list_classes(data.labels));
  if (data.table) table.add("columns", describe_columns(data));
  table.add("values", fmt::format("{:g} to {:g}", range.least, range.greatest));
  table.add("memory", byte_count(memory_of(data)));
  table.add("checksum", checksum);
  return {std::move(table).text(),
          {{"kind", "data"},
           {"layout", layout_of(data)},
           {"precision", word_for(precisions, data.precision())},
           {"rows", data.rows},
           {"features", data.features},
           {"width", data.width},
           {"nonzeros", nonzeros},
           {"density", density},
           {"classes", class_list(data.labels)},
           {"least_value", range.least},
           {"greatest_value", range.greatest},
           {"memory_bytes", memory_of(data)},
           {"checksum", checksum},
           {"version", version}}};
}

Inspection inspect_model(const Model& model, std::size_t weights) {
  const auto nonzeros = std::ranges::count_if(model.weights, [](double weight) { return weight != 0; });
  const std::size_t columns = model.columns();
  Table table;
  table.add("kind", model.facts ? "model of smsvm" : "model of LIBLINEAR");
  table.add("labels", fmt::format("{}", fmt::join(label_texts(model), ", ")));
  table.add("weights", fmt::format("{} nonzero, {}", with_thousands(nonzeros), counted(model.features, "feature")));
  table.add("intercept", model.has_intercept ? fmt::format("{:.6g}", fmt::join(model.intercept, " ")) : "none");
  if (!model.calibration.empty()) table.add("calibration", calibration_name(model));
  if (model.facts) add_facts(table, *model.facts, model.labels);
  Json largest = Json::array();
  for (const std::size_t stored : largest_weights(model, weights)) {
    const auto first = model.weights.begin() + static_cast<std::ptrdiff_t>(stored * columns);
    const std::vector<double> its_own(first, first + static_cast<std::ptrdiff_t>(columns));
    const bool has_name = !model.feature_names.empty();
    const std::string name =
        has_name ? printable(model.feature_names[stored]) : fmt::format("feature {}", feature_id(model, stored));
    table.add(largest.empty() ? "largest" : "", fmt::format("{:<16} {:.6g}", name, fmt::join(its_own, " ")));
    largest.push_back({{"feature", feature_id(model, stored)},
                       {"name", has_name ? Json(model.feature_names[stored]) : Json(nullptr)},
                       {"weights", its_own}});
    if (model.facts && !model.facts->feature_scale.empty()) largest.back()["scale"] = scale_of(model, stored);
  }
  return {std::move(table).text(),
          {{"kind", "model"},
           {"labels", label_texts(model)},
           {"features", model.features},
           {"nonzero_weights", nonzeros},
           {"intercept", model.has_intercept ? Json(model.intercept) : Json(nullptr)},
           {"calibration", model.calibration.empty() ? Json(nullptr) : Json(calibration_name(model))},
           {"training", model.facts ? facts_of_training(*model.facts, model.labels) : Json(nullptr)},
           {"largest_weights", largest},
           {"version", version}}};
}

Inspection inspect_certificate(const Proof& proof) {
  const double total_weight = proof.row_weight.empty()
                                  ? static_cast<double>(proof.rows)
                                  : std::accumulate(proof.row_weight.begin(), proof.row_weight.end(), 0.0);
  Table table;
  Json classes = Json::array();
  double primal = 0, dual = 0, gap = 0;
  table.add("kind", "certificate; what it claims, not yet verified");
  for (const ClassProof& claim : proof.classes) {
    const double its_gap = (claim.primal - claim.dual) / claim.primal;
    primal += claim.primal;
    dual += claim.dual;
    gap = std::max(gap, its_gap);
    table.add("positive", printable(claim.positive.text));
    table.add("claims", describe_proof(claim.primal, claim.dual).substr(std::string_view("proved: ").size()));
    table.add("objective", fmt::format("{:.12g}", claim.primal));
    table.add("bound", fmt::format("{:.12g}", claim.dual));
    classes.push_back({{"label", claim.positive.text},
                       {"primal", claim.primal},
                       {"dual", claim.dual},
                       {"relative_gap", number_or_null(its_gap)}});
  }
  table.add("penalty", fmt::format("{}, intercept {}{}{}", describe(proof.penalty, total_weight),
                                   word_for(intercepts, proof.penalty.intercept),
                                   proof.penalty.factor.empty() ? "" : ", penalty factors",
                                   proof.penalty.scale.empty() ? "" : ", features scaled"));
  table.add("data", fmt::format("{}{}, checksum {}, precision {}", counted(proof.rows, "row"),
                                proof.row_weight.empty() ? "" : fmt::format(" weighing {:g}", total_weight),
                                hexadecimal(proof.data_checksum), word_for(precisions, proof.precision)));
  return {std::move(table).text(),
          {{"kind", "certificate"},
           {"rows", proof.rows},
           {"precision", word_for(precisions, proof.precision)},
           {"data_checksum", hexadecimal(proof.data_checksum)},
           {"l2", proof.penalty.l2},
           {"l1", proof.penalty.l1},
           {"C", number_or_null(proof.penalty.c(total_weight))},
           {"l1_ratio", proof.penalty.l1_ratio()},
           {"intercept", word_for(intercepts, proof.penalty.intercept)},
           {"penalty_factors", !proof.penalty.factor.empty()},
           {"scaled", !proof.penalty.scale.empty()},
           {"row_weights", !proof.row_weight.empty()},
           {"positive", proof.classes.size() == 1 ? Json(proof.classes.front().positive.text) : Json(nullptr)},
           {"classes", classes},
           {"primal", primal},
           {"dual", dual},
           {"relative_gap", number_or_null(gap)},
           {"version", version}}};
}

Inspection inspect_checkpoint(const SavedRun& run) {
  Table table;
  table.add("kind", "checkpoint; --resume goes on from it");
  const std::vector<NamedValue> options = run.given().options;
  Json given = Json::array();
  for (const auto& [name, value] : options) given.push_back({{"name", name}, {"value", value}});
  if (!options.empty()) table.add("command", "smsvm " + in_words(options));
  Json passes = Json::array();
  for (const SavedPass& pass : run.passes()) {
    std::int64_t rows_read = 0;
    for (const auto& answers : pass.of_problem)
      for (const SavedAnswer& each : answers) rows_read += each.rows;
    Json of_pass = {{"problems", pass.of_problem.size()}, {"rows_read", rows_read}};
    for (const auto& [name, value] : pass.identity.traits()) of_pass["options"][name] = value;
    passes.push_back(std::move(of_pass));
  }
  if (!run.passes().empty()) {
    const SavedPass& last = run.passes().back();
    table.add("problems",
              fmt::format("{}{}", last.of_problem.size(),
                          passes.size() > 1 ? fmt::format(", after {} groups of others", passes.size() - 1) : ""));
    table.add("rows read", with_thousands(passes.back()["rows_read"].get<std::int64_t>()));
    table.add("data", traits_of(last.identity, [](std::string_view name) { return name.starts_with("data:"); }));
    table.add("began with", traits_of(last.identity, [](std::string_view name) { return name.starts_with("--"); }));
  }
  table.add("after", duration(run.seconds()));
  return {
      std::move(table).text(),
      {{"kind", "checkpoint"}, {"given", given}, {"passes", passes}, {"seconds", run.seconds()}, {"version", version}}};
}

}  // namespace smsvm::cli
