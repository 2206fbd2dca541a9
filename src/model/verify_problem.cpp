#include "model/verify_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <variant>

#include "data/row_access.hpp"
#include "model/model_shape.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

bool usable(double value) { return std::isfinite(value) && value >= 0; }
bool all_usable(const std::vector<double>& values) { return std::all_of(values.begin(), values.end(), usable); }

std::uint64_t checksum_of(const std::vector<double>& values) {
  return Checksum::of({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
}

std::string describe_weights(const std::vector<double>& weights) {
  long double sum = 0;
  for (const double weight : weights) sum += weight;
  return fmt::format("row weights from the proof: {} rows, {} of weight 0, sum {:.12g}, checksum {:016x}",
                     weights.size(), std::count(weights.begin(), weights.end(), 0.0), static_cast<double>(sum),
                     checksum_of(weights));
}

std::string describe_of_features(std::string_view what, const std::vector<double>& values) {
  return fmt::format("{} from the proof: {} features, {} not 1, checksum {:016x}", what, values.size(),
                     std::count_if(values.begin(), values.end(), [](double value) { return value != 1; }),
                     checksum_of(values));
}

}  // namespace

Reason check_data(const Dataset& data, const Proof& proof) {
  if (data.rows != proof.rows) {
    return fmt::format("the data have {} rows, the proof is about {}", data.rows, proof.rows);
  }
  if (data.rows < 1) return "the data have no rows";
  if (data.labels.of_row.size() != static_cast<std::size_t>(data.rows)) return "the data have no labels";
  if (data.checksum_as(proof.precision) == proof.data_checksum) return {};
  const bool too_coarse = data.precision() == Precision::float32 && proof.precision == Precision::float64;
  return fmt::format("the data differ from those the proof is about (their checksums differ{})",
                     too_coarse ? "; it is about doubles, these data are floats" : "");
}

Reason check_numbers_of_problem(const Dataset& data, const Proof& proof) {
  const Penalty& penalty = proof.penalty;
  if (!usable(penalty.l2) || !usable(penalty.l1)) return "the penalty is negative or not finite";
  if (!all_usable(penalty.factor)) return "a penalty factor is negative or not finite";
  if (!penalty.factor.empty() && penalty.factor.size() != static_cast<std::size_t>(data.features)) {
    return fmt::format("there are {} penalty factors for {} features", penalty.factor.size(), data.features);
  }
  const auto sound = [](double scale) { return usable(scale) && scale > 0; };
  if (!std::all_of(penalty.scale.begin(), penalty.scale.end(), sound)) {
    return "the scale of a feature is not positive or not finite";
  }
  if (!penalty.scale.empty() && penalty.scale.size() != static_cast<std::size_t>(data.features)) {
    return fmt::format("there are {} scales for {} features", penalty.scale.size(), data.features);
  }
  const std::vector<double>& weights = proof.row_weight;
  if (!all_usable(weights)) return "a row weight is negative or not finite";
  if (!weights.empty() && weights.size() != static_cast<std::size_t>(data.rows)) {
    return fmt::format("there are {} row weights for {} rows", weights.size(), data.rows);
  }
  if (!weights.empty() && std::count(weights.begin(), weights.end(), 0.0) == data.rows)
    return "the row weights are all zero";
  return {};
}

Reason check_row_weights(const Submission& submission, std::vector<std::string>& taken) {
  const auto& [data, model, proof, known] = submission;
  const std::vector<double>& own = known.row_weight ? *known.row_weight : data.row_weight;
  const bool of_class = model.facts && !model.facts->class_weights.empty();
  if (own.empty() && !of_class) {
    if (!proof.row_weight.empty()) taken.push_back(describe_weights(proof.row_weight));
    return {};
  }
  if (proof.row_weight.empty())
    return "the proof is about rows that all weigh 1, but these rows or their classes have weights";
  const auto expected =
      times_class_weights(own, data.labels, of_class ? model.facts->class_weights : std::vector<ClassWeight>());
  const auto differs =
      std::mismatch(expected.begin(), expected.end(), proof.row_weight.begin(), proof.row_weight.end());
  if (differs.first == expected.end() && differs.second == proof.row_weight.end()) return {};
  if (!model.facts &&
      !known.row_weight) {  // which says nothing of class weights, nor whose weights it was trained with
    taken.push_back(describe_weights(proof.row_weight));
    return {};
  }
  const auto row = differs.first - expected.begin();
  return fmt::format(
      "row {} weighs {} in the proof; its own weight times that of its class is {} (weights of rows are those of "
      "--weight-column or --sample-weight)",
      row + 1, proof.row_weight[static_cast<std::size_t>(row)], expected[static_cast<std::size_t>(row)]);
}

Reason check_penalty_factors(const Submission& submission, std::vector<std::string>& taken) {
  const auto& [data, model, proof, known] = submission;
  const std::vector<double>& found = proof.penalty.factor;
  if (!known.penalty_factor) {
    if (!found.empty()) taken.push_back(describe_of_features("penalty factors", found));
    return {};
  }
  for (std::size_t j = 0; j < known.penalty_factor->size(); ++j) {
    const double factor = found.empty() ? 1 : found[j], expected = (*known.penalty_factor)[j];
    if (factor != expected) {
      return fmt::format("the penalty factor of feature {} is {} in the proof, and should be {}",
                         data.feature_id(static_cast<std::int64_t>(j)), factor, expected);
    }
  }
  return {};
}

namespace {

std::vector<double> largest_values(const Dataset& data) {
  std::vector<double> largest(static_cast<std::size_t>(data.features), 0.0);
  const auto look = [&](std::size_t j, double value) { largest[j] = std::max(largest[j], std::fabs(value)); };
  std::visit(
      [&](const auto& matrix) {
        for_each_row(data.order.get(), matrix, [&](std::int64_t, const auto& row) { for_each_stored(row, look); });
      },
      data.all_rows());
  return largest;
}

/// Scales were computed with rounding, and perhaps from floats.
Reason compare_with_data(const Dataset& data, const Proof& proof, Scale scale, const std::string& word) {
  constexpr double relative = 1e-6;
  const bool single = proof.precision == Precision::float32;
  const double unit = single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const double lost = single ? std::numeric_limits<float>::denorm_min() : 0;
  const std::vector<double> expected = feature_scale(data, scale, proof.row_weight);
  const std::vector<double> largest = largest_values(data);
  for (std::size_t j = 0; j < expected.size(); ++j) {
    const double found = proof.penalty.scale[j], blur = unit * largest[j] + lost;
    const bool fits = std::fabs(found - expected[j]) <= relative * expected[j] + blur;
    const bool was_constant = found == 1 && expected[j] <= blur;  // when it was stored
    if (!fits && !was_constant) {
      return fmt::format("the scale of feature {} is {} in the proof; '{}' makes it {} on these data",
                         data.feature_id(static_cast<std::int64_t>(j)), found, word, expected[j]);
    }
  }
  return {};
}

/// The model lists scales for the features whose weights it stores; of none that is not zero, none.
Reason compare_with_model(const Submission& submission, const std::vector<std::int64_t>& position) {
  const auto& [data, model, proof, known] = submission;
  const std::vector<double>& listed = model.facts->feature_scale;
  const auto is_nothing = [](double weight) { return weight == 0; };
  if (listed.empty() && std::all_of(model.weights.begin(), model.weights.end(), is_nothing)) return {};
  if (listed.size() != stored_features(model)) return "the model does not say by what its features were scaled";
  for (std::size_t j = 0; j < position.size(); ++j) {
    if (position[j] < 0) continue;
    const double said = listed[static_cast<std::size_t>(position[j])];
    if (said != proof.penalty.scale[j]) {
      return fmt::format("the scale of feature {} is {} in the model and {} in the proof",
                         data.feature_id(static_cast<std::int64_t>(j)), said, proof.penalty.scale[j]);
    }
  }
  return {};
}

}  // namespace

Reason check_scales(const Submission& submission, const std::vector<std::int64_t>& position,
                    std::vector<std::string>& taken) {
  const auto& [data, model, proof, known] = submission;
  const std::vector<double>& scales = proof.penalty.scale;
  if (!model.facts) {
    if (!scales.empty()) taken.push_back(describe_of_features("scales", scales));
    return {};
  }
  const std::string& word = model.facts->scale;
  if (word != "none" && word != "minmax" && word != "standard")
    return fmt::format("the model was trained with an unknown scale '{}'", word);
  // Where there is no feature there is nothing to scale.
  if ((word == "none" || data.features > 0) && (word != "none") == scales.empty()) {
    return fmt::format("the model was trained with scale '{}', the proof is about features that are {}", word,
                       scales.empty() ? "not scaled" : "scaled");
  }
  if (scales.empty()) return {};
  if (auto reason = compare_with_model(submission, position)) return reason;
  return compare_with_data(data, proof, word == "minmax" ? Scale::minmax : Scale::standard, word);
}

}  // namespace smsvm
