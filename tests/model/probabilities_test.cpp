#include <gtest/gtest.h>

#include <stdexcept>

#include "model/samples.hpp"
#include "smsvm/model.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

/// Scores are the features themselves.
Model identity(const std::vector<std::string>& labels) {
  Model model;
  for (const std::string& label : labels) model.labels.push_back(Label::parse(label));
  const std::size_t columns = model.columns();
  model.features = static_cast<std::int64_t>(columns);
  model.weights.assign(columns * columns, 0.0);
  for (std::size_t k = 0; k < columns; ++k) model.weights[k * columns + k] = 1;
  model.intercept.assign(columns, 0.0);
  return model;
}

Predictions predicted(const Model& model, const test::Table& rows) {
  Predictions predictions = predict(model, test::dense_data(rows, {}));
  add_probabilities(model, predictions);
  return predictions;
}

TEST(Probabilities, OfTwoClassesBelongToTheFirstAndTheSecondLabel) {
  Model model = identity({"a", "b"});
  model.calibration = {IsotonicCalibration{{-1, 1}, {0, 1}}};
  const Predictions predictions = predicted(model, {{0.5}, {-0.5}, {9}});
  EXPECT_EQ(predictions.probabilities, (std::vector<double>{0.75, 0.25, 0.25, 0.75, 1, 0}));
  EXPECT_EQ(predictions.label, (std::vector<std::int32_t>{0, 1, 0}));
}

TEST(Probabilities, DecideAndTheScoreAmongEquals) {
  Model model = identity({"a", "b"});
  model.calibration = {IsotonicCalibration{{0, 1}, {0.4, 0.5}}};
  EXPECT_EQ(predicted(model, {{-1}, {0.5}, {1}}).label, (std::vector<std::int32_t>{1, 1, 0}));
  Model three = identity({"a", "b", "c"});
  three.calibration.assign(3, IsotonicCalibration{{0, 1}, {0.25, 0.75}});
  EXPECT_EQ(predicted(three, {{5, 9, 0}, {-5, -2, 0.5}}).label, (std::vector<std::int32_t>{1, 2}));
}

TEST(Probabilities, NeedACalibration) {
  const Model model = identity({"a", "b"});
  Predictions predictions = predict(model, test::dense_data({{1}}, {}));
  EXPECT_THROW(add_probabilities(model, predictions), std::invalid_argument);
}

TEST(Probabilities, OfLiblinearsLogisticRegressionAreItsOwn) {
  const test::TemporaryFolder folder;
  for (const std::string solver : {"L2R_LR", "L1R_LR", "L2R_LR_DUAL"}) {
    test::put(folder.file("m"), "solver_type " + solver + "\nnr_class 2\nlabel 1 -1\nnr_feature 1\nbias -1\nw\n1 \n");
    EXPECT_EQ(load_model(folder.file("m")).calibration, (std::vector<Calibration>{PlattCalibration{1, 0}}));
  }
  test::put(folder.file("m"), "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 1\nbias -1\nw\n1 \n");
  EXPECT_TRUE(load_model(folder.file("m")).calibration.empty());
}

}  // namespace
}  // namespace smsvm
