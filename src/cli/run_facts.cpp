#include "cli/run_facts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/command_line.hpp"
#include "cli/loading.hpp"
#include "estimate/class_list.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_weights = 50;

Json class_rows(const Labels& labels) {
  Json list = Json::array();
  const std::vector<std::int64_t> rows = labels.count();
  for (const std::int32_t label : labels.sorted()) {
    const auto k = static_cast<std::size_t>(label);
    list.push_back({{"label", labels.distinct[k].text}, {"rows", rows[k]}});
  }
  return list;
}

}  // namespace

Json run_facts(const TrainingRun& run, const char* command) {
  Json labels = Json::array();
  for (const Label& label : run.problem.model_labels) labels.push_back(label.text);
  return {{"command", command},
          {"command_line", command_line()},
          {"data", display_name(run.options.data)},
          {"labels", std::move(labels)},
          {"class_rows", class_rows(run.problem.labels())},
          {"tolerance", run.problem.options.solver.tolerance},
          {"intercept_mode", word_for(intercepts, run.problem.options.intercept)}};
}

Json largest_weights_json(const Dataset& data, const std::vector<double>& weights, const std::vector<double>& scale) {
  const auto size = [&](std::size_t feature) {
    return std::abs(weights[feature]) * (scale.empty() ? 1 : scale[feature]);
  };
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t feature) { return weights[feature] == 0; });
  const auto listed = static_cast<std::ptrdiff_t>(std::min(most_weights, order.size()));
  std::ranges::partial_sort(order, order.begin() + listed, [&](std::size_t one, std::size_t other) {
    const double first = size(one), second = size(other);
    return first != second ? first > second : one < other;
  });
  Json list = Json::array();
  for (std::ptrdiff_t at = 0; at < listed; ++at) {
    const std::size_t feature = order[static_cast<std::size_t>(at)];
    list.push_back({{"feature", data.feature_id(static_cast<std::int64_t>(feature))},
                    {"name", data.feature_names.empty() ? Json(nullptr) : Json(data.feature_names[feature])},
                    {"weight", weights[feature]}});
    if (!scale.empty()) list.back()["scale"] = scale[feature];
  }
  return list;
}

}  // namespace smsvm::cli
