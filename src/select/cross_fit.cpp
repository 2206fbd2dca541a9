#include "select/cross_fit.hpp"

#include <utility>

#include "select/held_out_scores.hpp"

namespace smsvm {
namespace {

LinearModel linear_model(const Fit& fit) {
  LinearModel model;
  model.intercept = fit.intercept;
  for (std::size_t j = 0; j < fit.weights.size(); ++j) {
    if (fit.weights[j] == 0) continue;
    model.weights.feature.push_back(static_cast<std::int32_t>(j));
    model.weights.value.push_back(fit.weights[j]);
  }
  return model;
}

}  // namespace

std::vector<double> CrossFit::held_out_scores(const Dataset& data, std::span<const Fit> fits, int threads) const {
  std::vector<std::vector<LinearModel>> models(static_cast<std::size_t>(folds_.folds));
  for (std::size_t member = problems_; member < fits.size(); ++member)
    models[static_cast<std::size_t>(left_out(member))].push_back(linear_model(fits[member]));
  return smsvm::held_out_scores(data, folds_.of_row, models, threads);
}

}  // namespace smsvm
