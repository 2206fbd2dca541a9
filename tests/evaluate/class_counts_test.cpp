#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

using Classes = std::vector<std::int32_t>;

/// The examples of scikit-learn's documentation of f1_score and balanced_accuracy_score.
TEST(ClassCounts, AgreeWithScikitLearn) {
  const ClassCounts three = count_classes(Classes{0, 1, 2, 0, 1, 2}, Classes{0, 2, 1, 0, 0, 1}, 3);
  EXPECT_DOUBLE_EQ(three.f1(0), 0.8);
  EXPECT_EQ(three.f1(1), 0);
  EXPECT_EQ(three.f1(2), 0);
  EXPECT_DOUBLE_EQ(three.macro_f1(), 0.8 / 3);
  EXPECT_DOUBLE_EQ(three.weighted_f1(), 0.8 / 3);
  EXPECT_DOUBLE_EQ(three.accuracy(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(three.precision(0), 2.0 / 3);
  EXPECT_EQ(three.recall(0), 1);
  EXPECT_EQ(count_classes(Classes{0, 1, 0, 0, 1, 0}, Classes{0, 1, 0, 0, 0, 1}, 2).balanced_accuracy(), 0.625);
}

TEST(ClassCounts, ConfusionHasTheTruthInItsRows) {
  EXPECT_EQ(confusion_matrix(Classes{0, 0, 1}, Classes{0, 1, 1}, 2), (std::vector<double>{1, 1, 0, 1}));
  EXPECT_EQ(confusion_matrix(Classes{0, 0, 1}, Classes{0, 1, 1}, 2, std::vector<double>{1, 2, 4}),
            (std::vector<double>{1, 2, 0, 4}));
}

TEST(ClassCounts, WhatHasNoRowsIsNotDefined) {
  const ClassCounts counts = count_classes(Classes{0, 0, 1}, Classes{0, 0, 0}, 3);
  EXPECT_TRUE(std::isnan(counts.precision(1)));
  EXPECT_EQ(counts.recall(1), 0);
  EXPECT_EQ(counts.f1(1), 0);
  EXPECT_TRUE(std::isnan(counts.recall(2)));
  EXPECT_TRUE(std::isnan(counts.f1(2)));
  EXPECT_DOUBLE_EQ(counts.macro_f1(), 0.4);
  EXPECT_EQ(counts.balanced_accuracy(), 0.5);
  const ClassCounts nothing = count_classes({}, {}, 2);
  for (const double value :
       {nothing.accuracy(), nothing.balanced_accuracy(), nothing.macro_f1(), nothing.weighted_f1()})
    EXPECT_TRUE(std::isnan(value));
}

RC_GTEST_PROP(ClassCounts, AreTheSumsOfTheConfusionMatrix, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 40);
  const auto some_class = rc::gen::inRange(0, 4);
  const auto truth = *rc::gen::container<Classes>(count, some_class);
  const auto said = *rc::gen::container<Classes>(count, some_class);
  const auto weight = *rc::gen::container<std::vector<double>>(count, rc::gen::element<double>(0, 1, 2, 0.5));
  const ClassCounts counts = count_classes(truth, said, 4, weight);
  const std::vector<double> matrix = confusion_matrix(truth, said, 4, weight);
  for (std::size_t k = 0; k < 4; ++k) {
    double row = 0, column = 0;
    for (std::size_t l = 0; l < 4; ++l) row += matrix[4 * k + l], column += matrix[4 * l + k];
    RC_ASSERT(counts.actual[k] == row && counts.predicted[k] == column && counts.correct[k] == matrix[5 * k]);
    const double precision = counts.precision(k), recall = counts.recall(k);
    if (precision > 0 && recall > 0)  // F1 by its definition
      RC_ASSERT(std::abs(counts.f1(k) - 2 * precision * recall / (precision + recall)) < 1e-12);
  }
}

}  // namespace
}  // namespace smsvm
