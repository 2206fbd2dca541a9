#include "estimate/small_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "model/samples.hpp"
#include "smsvm/error.hpp"

namespace smsvm::test {

SmallData::SmallData(std::size_t rows, const std::vector<std::string>& classes) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t its_class = random() % classes.size();
    std::vector<double> row;
    for (std::size_t j = 0; j < 4; ++j) row.push_back(noise(random) + (j == its_class ? 1.5 : 0));
    table.push_back(std::move(row));
    label.push_back(classes[its_class]);
  }
}

Dataset SmallData::data() const { return dense_data(table, label); }

SmallData SmallData::without(const std::vector<double>& weight) const {
  SmallData left(0, {""});
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (weight[i] == 0) continue;
    left.table.push_back(table[i]);
    left.label.push_back(label[i]);
  }
  return left;
}

std::vector<double> some_weights(std::size_t rows) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows; ++i) weights.push_back(static_cast<double>(i % 3));
  return weights;
}

void expect_complaint(const std::string& about, const std::shared_ptr<const Dataset>& data,
                      const TrainingOptions& options) {
  try {
    prepare(data, options);
    ADD_FAILURE() << "nobody complained: " << about;
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(about));
  }
}

}  // namespace smsvm::test
