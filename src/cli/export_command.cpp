#include <fmt/format.h>

#include <array>
#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/csv_text.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* export_examples =
    "smsvm export model --to csv > weights.csv     a line for each weight\n"
    "smsvm export model --to json model.json       with labels, intercept and what was proved";

enum class ExportFormat { json, csv, onnx };
constexpr std::array formats = {Choice{"json", ExportFormat::json}, Choice{"csv", ExportFormat::csv},
                                Choice{"onnx", ExportFormat::onnx}};

struct ExportOptions {
  std::string model, output = "-";
  ExportFormat format = ExportFormat::json;
  ReportingOptions reporting;
};

std::int64_t feature_at(const Model& model, std::size_t stored) {
  return model.feature_ids.empty() ? static_cast<std::int64_t>(stored) + 1 : model.feature_ids[stored];
}

/// A column of weights for each, named by the class that a positive weight speaks for.
std::vector<std::string> column_names(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.columns(); ++k) names.push_back(model.labels[k].text);
  return names;
}

std::string as_csv(const Model& model) {
  const std::size_t columns = model.columns(), stored = model.weights.size() / columns;
  std::string text = "feature,name";
  for (const std::string& name : column_names(model)) text += fmt::format(",{}", csv_field(name));
  text += "\n";
  const auto add = [&](const std::string& feature, const std::string& name, const double* weights) {
    text += fmt::format("{},{},{}\n", feature, csv_field(name), fmt::join(weights, weights + columns, ","));
  };
  for (std::size_t j = 0; j < stored; ++j)
    add(std::to_string(feature_at(model, j)), model.feature_names.empty() ? "" : model.feature_names[j],
        &model.weights[j * columns]);
  add("intercept", "", model.intercept.data());
  return text;
}

Json proved(const Model& model) {
  if (!model.facts) return nullptr;
  const TrainingFacts& facts = *model.facts;
  return {{"status", facts.status}, {"l2", facts.l2},
          {"l1", facts.l1},         {"intercept", facts.intercept},
          {"primal", facts.primal}, {"dual", facts.dual ? Json(*facts.dual) : Json(nullptr)},
          {"rows", facts.rows}};
}

Json as_json(const Model& model) {
  const std::size_t columns = model.columns(), stored = model.weights.size() / columns;
  Json labels = Json::array(), weights = Json::array();
  for (const Label& label : model.labels) labels.push_back(label.text);
  for (std::size_t j = 0; j < stored; ++j) {
    const auto first = model.weights.begin() + static_cast<std::ptrdiff_t>(j * columns);
    Json entry = {{"feature", feature_at(model, j)},
                  {"weights", std::vector<double>(first, first + static_cast<std::ptrdiff_t>(columns))}};
    if (!model.feature_names.empty()) entry["name"] = model.feature_names[j];
    weights.push_back(std::move(entry));
  }
  return {{"kind", "exported model"},     {"labels", std::move(labels)},   {"features", model.features},
          {"intercept", model.intercept}, {"weights", std::move(weights)}, {"training", proved(model)}};
}

int run_export(const ExportOptions& options, Log& log) {
  if (options.format == ExportFormat::onnx)
    throw OptionError("--to onnx: this is done from Python: smsvm.SmSVC.load(\"model\") and its to_onnx()");
  check_outputs({{"OUT", options.output}, {"--json", options.reporting.json}}, {options.model});
  const Model model = load_model(options.model);
  write_text(options.output, options.format == ExportFormat::csv ? as_csv(model) : to_line(as_json(model)));
  const Json facts = {{"file", options.output}, {"features", model.features}, {"columns", model.columns()}};
  write_json(options.reporting.json, facts);
  if (options.output != "-") log.event(Verbosity::normal, "done", "wrote " + options.output, facts);
  return 0;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a model's weights as JSON or CSV");
  command->group("Commands")->footer(export_examples);
  command->add_option("MODEL", options->model, "From 'smsvm train' or LIBLINEAR")->required();
  command->add_option("OUT", options->output, "File to write; default: standard output");
  add_choice(*command, "--to", options->format, formats, "What to write")->required();
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_export);
}

}  // namespace smsvm::cli
