#include <numeric>

#include "evaluate/weighted_mean.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

double share(double part, double whole) { return whole > 0 ? part / whole : undefined; }

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

template <class Measure>
std::vector<double> of_each_class(const ClassCounts& counts, const Measure& measure) {
  std::vector<double> values;
  for (std::size_t k = 0; k < counts.classes(); ++k) values.push_back(measure(k));
  return values;
}

}  // namespace

double ClassCounts::accuracy() const { return share(sum(correct), sum(actual)); }
double ClassCounts::precision(std::size_t its_class) const { return share(correct[its_class], predicted[its_class]); }
double ClassCounts::recall(std::size_t its_class) const { return share(correct[its_class], actual[its_class]); }
double ClassCounts::f1(std::size_t its_class) const {
  return share(2 * correct[its_class], actual[its_class] + predicted[its_class]);
}

double ClassCounts::balanced_accuracy() const {
  return mean_of_defined(of_each_class(*this, [&](std::size_t k) { return recall(k); }));
}
double ClassCounts::macro_f1() const {
  return mean_of_defined(of_each_class(*this, [&](std::size_t k) { return f1(k); }));
}
double ClassCounts::weighted_f1() const {
  return weighted_mean(classes(), actual, [&](std::size_t k) { return f1(k); });
}

ClassCounts count_classes(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted,
                          std::size_t classes, std::span<const double> weight) {
  const std::vector<double> none(classes, 0.0);
  ClassCounts counts{none, none, none};
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const auto actual = static_cast<std::size_t>(truth[row]), said = static_cast<std::size_t>(predicted[row]);
    counts.actual[actual] += weight_of(weight, row);
    counts.predicted[said] += weight_of(weight, row);
    if (actual == said) counts.correct[actual] += weight_of(weight, row);
  }
  return counts;
}

std::vector<double> confusion_matrix(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted,
                                     std::size_t classes, std::span<const double> weight) {
  std::vector<double> matrix(classes * classes, 0.0);
  for (std::size_t row = 0; row < truth.size(); ++row)
    matrix[static_cast<std::size_t>(truth[row]) * classes + static_cast<std::size_t>(predicted[row])] +=
        weight_of(weight, row);
  return matrix;
}

}  // namespace smsvm
