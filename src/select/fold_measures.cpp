#include "select/fold_measures.hpp"

#include <algorithm>

#include "smsvm/evaluate.hpp"

namespace smsvm {

FoldMeasures::FoldMeasures(std::span<const Target> problems, std::span<const double> weight,
                           std::vector<std::int64_t> rows)
    : rows_(std::move(rows)), problems_(problems.size()), sign_(problems.size()) {
  for (const std::int64_t row : rows_) {
    const auto i = static_cast<std::size_t>(row);
    std::int32_t truth = 0;
    for (std::size_t k = 0; k < problems_; ++k) {
      sign_[k].push_back(problems[k].sign[i]);
      if (problems[k].sign[i] > 0) truth = static_cast<std::int32_t>(problems_ == 1 ? 1 : k);
    }
    truth_.push_back(truth);
    weight_.push_back(weight.empty() ? 1.0 : weight[i]);
    total_weight_ += weight_.back();
  }
}

std::vector<std::int32_t> FoldMeasures::predicted(std::span<const double> scores) const {
  std::vector<std::int32_t> classes;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto own = scores.subspan(i * problems_, problems_);
    const auto highest = std::max_element(own.begin(), own.end()) - own.begin();
    classes.push_back(static_cast<std::int32_t>(problems_ == 1 ? own[0] > 0 : highest));
  }
  return classes;
}

std::vector<double> FoldMeasures::of_problem(std::span<const double> scores, std::size_t problem) const {
  std::vector<double> own;
  for (std::size_t i = 0; i < rows_.size(); ++i) own.push_back(scores[i * problems_ + problem]);
  return own;
}

double FoldMeasures::measure(Metric metric, std::span<const double> scores) const {
  if (metric == Metric::auc || metric == Metric::hinge) {
    std::vector<double> values;
    for (std::size_t k = 0; k < problems_; ++k) {
      const std::vector<double> own = of_problem(scores, k);
      values.push_back(metric == Metric::auc ? auc(own, sign_[k], weight_) : mean_hinge_loss(own, sign_[k], weight_));
    }
    return mean_of_defined(values);
  }
  const ClassCounts counts = count_classes(truth_, predicted(scores), std::max<std::size_t>(2, problems_), weight_);
  if (metric == Metric::balanced_accuracy) return counts.balanced_accuracy();
  if (metric == Metric::f1) return problems_ == 1 ? counts.f1(1) : counts.macro_f1();
  return counts.accuracy();
}

}  // namespace smsvm
