#include "judge/verifying.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace smsvm::judge {
namespace {

std::string model_word_for(Intercept intercept) {
  return intercept == Intercept::free ? "free" : intercept == Intercept::penalized ? "penalized" : "none";
}

std::string model_word_for(Scale scale) {
  return scale == Scale::none ? "none" : scale == Scale::minmax ? "minmax" : "standard";
}

constexpr std::array from_best_to_worst = {Status::converged,  Status::stationary,  Status::stalled,
                                           Status::max_passes, Status::max_seconds, Status::interrupted};

TrainingFacts facts_of(const Trained& trained, std::uint64_t checksum) {
  const Target target{std::vector<std::int8_t>(trained.problem.rows.size(), 1), trained.problem.row_weight};
  TrainingFacts facts;
  facts.l2 = trained.penalty.l2;
  facts.l1 = trained.penalty.l1;
  facts.c = trained.penalty.c(target.total_weight(trained.data.rows));
  facts.l1_ratio = trained.penalty.l1_ratio();
  facts.intercept = model_word_for(trained.penalty.intercept);
  facts.precision = trained.data.precision() == Precision::float32 ? "float" : "double";
  facts.tolerance = trained.problem.solver.tolerance;
  facts.dual = 0;
  Status worst = Status::converged;
  for (const Fit& fit : trained.fit) {
    worst = std::ranges::find(from_best_to_worst, fit.status) > std::ranges::find(from_best_to_worst, worst)
                ? fit.status
                : worst;
    facts.primal += fit.primal;
    *facts.dual += fit.dual.value();
    if (trained.fit.size() > 1) facts.classes.push_back({std::string(name(fit.status)), fit.primal, fit.dual, 0});
  }
  facts.status = name(worst);
  const auto& weights = trained.problem.row_weight;
  facts.rows = trained.data.rows - std::ranges::count(weights, 0.0);
  facts.total_weight = target.total_weight(trained.data.rows);
  facts.data_checksum = checksum;
  facts.scale = model_word_for(trained.problem.scale);
  facts.feature_scale = trained.penalty.scale;
  return facts;
}

Model make_model(const Trained& trained, std::uint64_t checksum) {
  const Dataset& data = trained.data;
  Model model;
  model.labels = trained.positive;
  if (model.labels.size() == 1) {
    const auto other = std::ranges::find_if(data.labels.distinct,
                                            [&](const Label& label) { return !(label == model.labels.front()); });
    model.labels.push_back(other == data.labels.distinct.end() ? Label::parse("rest") : *other);
  }
  model.features = data.feature_ids.empty() ? data.features : data.width;
  model.feature_ids = data.feature_ids;
  for (std::size_t j = 0; j < static_cast<std::size_t>(data.features); ++j)
    for (const Fit& fit : trained.fit) model.weights.push_back(fit.weights[j]);
  for (const Fit& fit : trained.fit) model.intercept.push_back(fit.intercept);
  model.has_intercept = trained.penalty.intercept != Intercept::none;
  model.facts = facts_of(trained, checksum);
  return model;
}

}  // namespace

Verdict verify_in_memory(const Trained& trained) {
  const std::uint64_t checksum = trained.data.checksum();
  Proof proof;
  proof.data_checksum = checksum;
  proof.rows = trained.data.rows;
  proof.precision = trained.data.precision();
  proof.penalty = trained.penalty;
  proof.row_weight = trained.problem.row_weight;
  for (std::size_t k = 0; k < trained.fit.size(); ++k) {
    const Fit& fit = trained.fit[k];
    proof.classes.push_back({trained.positive[k], fit.primal, fit.dual.value(), fit.dual_point});
  }
  return verify(trained.data, make_model(trained, checksum), proof);
}

}  // namespace smsvm::judge
