#include "model/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "data/blocks.hpp"
#include "util/checksum.hpp"

namespace smsvm::test {
namespace {

Labels collect(const std::vector<std::string>& texts) {
  Labels labels;
  for (const std::string& text : texts) {
    const Label label = Label::parse(text);
    const auto found = std::find(labels.distinct.begin(), labels.distinct.end(), label);
    labels.of_row.push_back(static_cast<std::int32_t>(found - labels.distinct.begin()));
    if (found == labels.distinct.end()) labels.distinct.push_back(label);
  }
  return labels;
}

Dataset frame(const Table& rows, const std::vector<std::string>& labels) {
  Dataset data;
  data.rows = std::ssize(rows);
  data.features = rows.empty() ? 0 : std::ssize(rows.front());
  data.width = data.features;
  data.labels = collect(labels);
  return data;
}

}  // namespace

Dataset sparse_data(const Table& rows, const std::vector<std::string>& labels, Precision precision) {
  Dataset data = frame(rows, labels);
  if (precision == Precision::float32) {
    data.matrix = all_listed<float>(rows);
  } else {
    data.matrix = all_listed<double>(rows);
  }
  return data;
}

Dataset dense_data(const Table& rows, const std::vector<std::string>& labels, Precision precision) {
  Dataset data = frame(rows, labels);
  if (precision == Precision::float32) {
    data.matrix = all_dense<float>(rows);
  } else {
    data.matrix = all_dense<double>(rows);
  }
  return data;
}

Table random_table(std::mt19937_64& random, std::size_t rows, std::size_t features) {
  std::normal_distribution<double> normal;
  Table table(rows, std::vector<double>(features));
  for (auto& row : table) {
    for (double& value : row) value = random() % 3 == 0 ? 0.0 : normal(random);
  }
  return table;
}

std::string libsvm_text(const Table& rows, const std::vector<std::string>& labels) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += labels[i];
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      if (rows[i][j] != 0) text += fmt::format(" {}:{}", j + 1, rows[i][j]);
    }
    text += '\n';
  }
  return text;
}

double any_double(std::mt19937_64& random) {
  for (;;) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) return value;
  }
}

TrainingFacts sample_facts() {
  TrainingFacts facts;
  facts.status = "converged";
  facts.l2 = 1e-5;
  facts.l1 = 0.1;
  facts.c = 12.25;
  facts.l1_ratio = 1.0 / 3;
  facts.intercept = "free";
  facts.precision = "float";
  facts.tolerance = 1e-4;
  facts.primal = 0.3;
  facts.dual = 0.29999999999999993;
  facts.rows = 123456789012;
  facts.passes = 12.75;
  facts.data_checksum = 0x00c0ffee12345678;
  facts.total_weight = 234567890123.25;
  facts.class_weights = {{Label::parse("a label = \"odd\""), 0.1}, {Label::parse("-1"), 1e9}};
  facts.scale = "standard";
  return facts;
}

Model random_model(std::mt19937_64& random, std::vector<std::string> labels, std::int64_t features,
                   bool has_intercept) {
  Model model;
  for (std::string& label : labels) model.labels.push_back(Label::parse(std::move(label)));
  model.features = features;
  model.weights.resize(static_cast<std::size_t>(features) * model.columns());
  for (double& weight : model.weights) weight = any_double(random);
  model.intercept.resize(model.columns());
  model.has_intercept = has_intercept;
  if (has_intercept) std::generate(model.intercept.begin(), model.intercept.end(), [&] { return any_double(random); });
  model.facts = sample_facts();
  model.facts->feature_scale.assign(static_cast<std::size_t>(features), 1.0 / 3);
  for (std::int64_t j = 0; j < features && has_intercept; ++j)
    model.feature_names.push_back("a name = \"" + std::to_string(j) + "\"\n");
  if (model.labels.size() > 2) {
    model.facts->classes.resize(model.labels.size(), {"converged", 0.1, 0.09, 12.5});
    model.facts->classes[1] = {"interrupted", 1.5, std::nullopt, 0};
  }
  for (std::size_t k = 0; k < model.columns(); ++k) {
    if (k % 2 == 0)
      model.calibration.emplace_back(PlattCalibration{any_double(random), any_double(random)});
    else
      model.calibration.emplace_back(IsotonicCalibration{{-1e300, 0.1, 1.0 / 3}, {0, 0.1, 1}});
  }
  return model;
}

std::string reseal_model(std::string text) {
  const std::size_t line = text.rfind("checksum ");
  if (line == std::string::npos) return text;
  return text.substr(0, line) + fmt::format("checksum {:016x}\n", Checksum::of(text.substr(0, line)));
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

}  // namespace smsvm::test
