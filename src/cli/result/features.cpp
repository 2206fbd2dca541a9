#include <fmt/format.h>

#include <cmath>

#include "cli/result/parts.hpp"

namespace smsvm::cli {

Features::Features(const FactView& facts) : names_(facts.find("feature_names")), scale_(facts.find("feature_scale")) {}

std::string Features::name(std::int64_t feature) const {
  const auto found = names_ ? names_->find(std::to_string(feature)) : std::nullopt;
  return feature_name(feature, found ? std::optional(found->text()) : std::nullopt);
}

double Features::scale(std::int64_t feature) const {
  return scale_ ? scale_->number_if_any(std::to_string(feature)).value_or(1) : 1;
}

std::string feature_name(std::int64_t feature, const std::optional<std::string>& name) {
  return name && !name->empty() ? *name : fmt::format("feature {}", feature);
}

std::string units_of_weights(const std::string& scale) {
  if (scale == "standard") return "per standard deviation of the feature, as the penalty saw them";
  if (scale == "minmax")
    return "per range of the feature, from its least to its greatest value, as the penalty saw them";
  return "per unit of the feature as it was read";
}

}  // namespace smsvm::cli
