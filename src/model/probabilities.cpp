#include <algorithm>
#include <stdexcept>

#include "model/model_shape.hpp"
#include "smsvm/calibration.hpp"
#include "smsvm/model.hpp"

namespace smsvm {

void add_probabilities(const Model& model, Predictions& predictions) {
  check_shape(model);
  if (model.calibration.empty()) throw std::invalid_argument("the model has no calibration");
  const std::size_t columns = model.columns(), labels = model.labels.size();
  predictions.probabilities.resize(predictions.label.size() * labels);
  for (std::size_t row = 0; row < predictions.label.size(); ++row) {
    const std::span<double> probability(&predictions.probabilities[row * labels], labels);
    class_probabilities(model.calibration, {&predictions.scores[row * columns], columns}, probability);
    const auto most = std::ranges::max_element(probability);
    // Among equals the score decides.
    if (*most > probability[static_cast<std::size_t>(predictions.label[row])])
      predictions.label[row] = static_cast<std::int32_t>(most - probability.begin());
  }
}

}  // namespace smsvm
