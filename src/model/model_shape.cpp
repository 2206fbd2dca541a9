#include "model/model_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

#include "evaluate/calibration.hpp"
#include "smsvm/error.hpp"
#include "smsvm/table.hpp"

namespace smsvm {
namespace {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

bool fits_liblinear(const Label& label) {
  using Limits = std::numeric_limits<int>;
  return label.numeric && label.number == std::trunc(label.number) && label.number >= Limits::min() &&
         label.number <= Limits::max();
}

}  // namespace

std::vector<int> labels_for_liblinear(const std::vector<Label>& labels) {
  const bool as_they_are = std::all_of(labels.begin(), labels.end(), fits_liblinear);
  std::vector<int> numbers;
  for (std::size_t i = 0; i < labels.size(); ++i)
    numbers.push_back(as_they_are ? static_cast<int>(labels[i].number) : static_cast<int>(i + 1));
  return numbers;
}

void check_shape(const Model& model) {
  require(!model.labels.empty(), "a model needs at least one label");
  require(model.features >= 0, "a model cannot have a negative number of features");
  const auto& ids = model.feature_ids;
  require(std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) == ids.end(),
          "the model's feature numbers do not increase");
  require(ids.empty() || (ids.front() >= 1 && ids.back() <= model.features), "a feature number outside the model");
  require(model.feature_names.empty() || model.feature_names.size() == stored_features(model),
          "the names of the features do not fit them");
  require(model.weights.size() == stored_features(model) * model.columns(),
          "the model's weights do not fit its features");
  require(model.intercept.size() == model.columns(), "the model's intercepts do not fit its labels");
  require(all_finite(model.weights) && all_finite(model.intercept), "a weight of the model is not finite");
  require(model.calibration.empty() || model.calibration.size() == model.columns(),
          "the model's calibrations do not fit its labels");
  require(std::all_of(model.calibration.begin(), model.calibration.end(), is_sound),
          "a calibration of the model does not give probabilities");
  require(model.has_intercept ||
              std::all_of(model.intercept.begin(), model.intercept.end(), [](double value) { return value == 0; }),
          "a model without an intercept has one that is not zero");
  if (!model.facts) return;
  const TrainingFacts& facts = *model.facts;
  require(facts.classes.empty() || facts.classes.size() == model.labels.size(),
          "what was proved for the classes does not fit the labels");
  require(facts.feature_scale.empty() || facts.feature_scale.size() == stored_features(model),
          "the scales of the features do not fit them");
}

std::vector<std::int64_t> match_features(const Model& model, const Dataset& data) {
  std::vector<std::int64_t> position(static_cast<std::size_t>(data.features), -1);
  const std::size_t stored = stored_features(model);
  std::size_t at = 0;  // both sides increase: one walk
  for (std::int64_t column = 0; column < data.features; ++column) {
    const std::int64_t wanted = data.feature_id(column);
    while (at < stored && feature_id(model, at) < wanted) ++at;
    if (at == stored) break;
    if (feature_id(model, at) == wanted) position[static_cast<std::size_t>(column)] = static_cast<std::int64_t>(at);
  }
  return position;
}

bool have_names(const Model& model, const Dataset& data) {
  const auto are_distinct = [](const std::vector<std::string>& names) {
    return std::set<std::string_view>(names.begin(), names.end()).size() == names.size();
  };
  return !model.feature_names.empty() && !data.feature_names.empty() && are_distinct(model.feature_names) &&
         are_distinct(data.feature_names);
}

namespace {

/// Whether a table without any row of this category, or without any missing value, has no feature of this name.
bool is_absent_in(const TableSchema& table, std::string_view feature) {
  return std::ranges::any_of(table.columns(), [&](const TableColumn& column) {
    if (!column.is_feature() || !feature.starts_with(column.name)) return false;
    const std::string_view rest = feature.substr(column.name.size());
    return rest == missing_suffix || (column.role == TableColumn::Role::categories && rest.starts_with('='));
  });
}

}  // namespace

std::vector<std::int64_t> match_names(const Model& model, const Dataset& data) {
  std::map<std::string_view, std::int64_t> column;
  for (std::size_t j = 0; j < data.feature_names.size(); ++j)
    column.emplace(data.feature_names[j], static_cast<std::int64_t>(j));
  std::vector<std::int64_t> position(static_cast<std::size_t>(data.features), -1);
  for (std::size_t k = 0; k < model.feature_names.size(); ++k) {
    const auto found = column.find(model.feature_names[k]);
    if (found == column.end() && data.table && is_absent_in(*data.table, model.feature_names[k])) continue;
    if (found == column.end())
      throw Error(
          ErrorKind::bad_data,
          fmt::format("the data have no column called '{}', which the model was trained on", model.feature_names[k]));
    position[static_cast<std::size_t>(found->second)] = static_cast<std::int64_t>(k);
  }
  return position;
}

}  // namespace smsvm
