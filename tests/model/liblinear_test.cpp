#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "model/samples.hpp"
#include "smsvm/model.hpp"
#include "util/temporary_folder.hpp"

// With LIBLINEAR's own programs: what either side writes, the other reads, and both give the same labels.

namespace smsvm {
namespace {

using test::contents;
using test::libsvm_text;
using test::put;
using test::random_model;
using test::random_table;
using test::sparse_data;
using test::Table;
using test::TemporaryFolder;

bool succeeds(const std::string& command) { return std::system(("{ " + command + "; } >/dev/null 2>&1").c_str()) == 0; }

class Liblinear : public testing::Test {
 protected:
  void SetUp() override {
    if (!succeeds("command -v liblinear-train && command -v liblinear-predict")) {
      GTEST_SKIP() << "liblinear-train and liblinear-predict (Debian: liblinear-tools) are not installed";
    }
  }

  std::vector<double> labels_by_liblinear(const Table& rows) const {
    put(folder_.file("test"), libsvm_text(rows, std::vector<std::string>(rows.size(), "1")));
    const std::string command = fmt::format("liblinear-predict '{0}/test' '{0}/model' '{0}/labels'", folder_.path());
    EXPECT_TRUE(succeeds(command));
    std::istringstream text(contents(folder_.file("labels")));
    std::vector<double> labels;
    for (double label = 0; text >> label;) labels.push_back(label);
    return labels;
  }

  std::vector<double> labels_by_us(const Model& model, const Table& rows) const {
    const Predictions found = predict(model, sparse_data(rows, {}), 1);
    std::vector<double> labels;
    for (const std::int32_t label : found.label) labels.push_back(model.labels[static_cast<std::size_t>(label)].number);
    return labels;
  }

  TemporaryFolder folder_;
  std::mt19937_64 random_{11};
};

std::vector<std::string> random_labels(std::mt19937_64& random, std::size_t rows,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < rows; ++i) labels.push_back(names[random() % names.size()]);
  return labels;
}

/// Moves each row by something that depends on its class, so that there is something to learn.
void separate(Table& rows, const std::vector<std::string>& labels) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto kind = static_cast<std::size_t>(std::abs(std::stoi(labels[i]) * 7 + 3));
    rows[i][kind % rows[i].size()] += 1.5;
  }
}

TEST_F(Liblinear, ItsModelsGiveTheSameLabelsHere) {
  const std::vector<std::vector<std::string>> classes = {{"-1", "+1"}, {"2", "7"}, {"3", "1", "4", "-5", "9"}};
  for (const auto& names : classes) {
    Table rows = random_table(random_, 120, 9);
    const auto labels = random_labels(random_, rows.size(), names);
    separate(rows, labels);
    const Table unseen = random_table(random_, 500, 9);
    put(folder_.file("train"), libsvm_text(rows, labels));
    for (int solver = 0; solver <= 7; ++solver) {
      for (const std::string bias : {"", "-B 1", "-B 2.5"}) {
        SCOPED_TRACE(fmt::format("-s {} {} with {} classes", solver, bias, names.size()));
        ASSERT_TRUE(succeeds(fmt::format("liblinear-train -q -s {} {} '{}/train' '{}/model'", solver, bias,
                                         folder_.path(), folder_.path())));
        const Model model = load_model(folder_.file("model"));
        EXPECT_EQ(model.has_intercept, !bias.empty());
        EXPECT_EQ(labels_by_us(model, unseen), labels_by_liblinear(unseen));
      }
    }
  }
}

TEST_F(Liblinear, ReadsOurModels) {
  for (std::size_t classes = 1; classes <= 20; ++classes) {
    for (const bool has_intercept : {false, true}) {
      SCOPED_TRACE(fmt::format("{} classes, intercept {}", classes, has_intercept));
      std::vector<std::string> names;
      for (std::size_t k = 0; k < classes; ++k) names.push_back(std::to_string((k * 7 + 3) % 20));
      Model model = random_model(random_, names, 8, has_intercept);
      std::normal_distribution<double> normal;  // scores of all magnitudes would all be decided by one weight
      for (double& weight : model.weights) weight = random_() % 4 == 0 ? 0.0 : normal(random_);
      if (has_intercept) {
        for (double& intercept : model.intercept) intercept = normal(random_);
      }
      save_model(model, folder_.file("model"));
      const Table rows = random_table(random_, 500, 10);  // two features more than the model has
      EXPECT_EQ(labels_by_us(model, rows), labels_by_liblinear(rows));
    }
  }
}

TEST_F(Liblinear, ReadsOurModelsOfTextLabelsAsNumbers) {
  const Model model = random_model(random_, {"yes", "no", "per\nhaps"}, 4, true);
  save_model(model, folder_.file("model"));
  const Table rows = random_table(random_, 200, 4);
  const Predictions found = predict(model, sparse_data(rows, {}));
  const std::vector<double> numbers = labels_by_liblinear(rows);
  ASSERT_EQ(numbers.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(numbers[i], found.label[i] + 1);
}

TEST_F(Liblinear, RefusesOurSparseModels) {
  Model model = random_model(random_, {"1", "-1"}, 1, false);
  model.features = 20'000'000;
  model.feature_ids = {5};
  save_model(model, folder_.file("model"));
  put(folder_.file("test"), "1 5:1\n");
  EXPECT_FALSE(succeeds(fmt::format("liblinear-predict '{0}/test' '{0}/model' '{0}/labels'", folder_.path())));
}

TEST_F(Liblinear, ItsRegressionModelsAreRefused) {
  put(folder_.file("train"), "1 1:1\n2 1:2\n3 1:3\n");
  for (const int solver : {11, 12, 13}) {
    ASSERT_TRUE(succeeds(fmt::format("liblinear-train -q -s {0} '{1}/train' '{1}/model'", solver, folder_.path())));
    EXPECT_ANY_THROW(load_model(folder_.file("model")));
  }
}

}  // namespace
}  // namespace smsvm
