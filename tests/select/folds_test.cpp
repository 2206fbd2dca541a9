#include "select/folds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

TEST(Folds, HaveEqualSharesOfEveryClass) {
  EXPECT_TRUE(rc::check([] {
    const int classes = *rc::gen::inRange(1, 6), folds = *rc::gen::inRange(1, 12);
    const auto class_of_row = *rc::gen::container<std::vector<std::int32_t>>(rc::gen::inRange(0, classes));
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const FoldAssignment dealt = stratified_folds(class_of_row, folds, seed);
    RC_ASSERT(dealt.folds == folds && dealt.of_row.size() == class_of_row.size());
    for (std::int32_t its_class = -1; its_class < classes; ++its_class) {  // -1: all of them together
      std::vector<int> count(static_cast<std::size_t>(folds));
      for (std::size_t i = 0; i < class_of_row.size(); ++i)
        if (its_class < 0 || class_of_row[i] == its_class) ++count.at(static_cast<std::size_t>(dealt.of_row[i]));
      const auto [least, most] = std::ranges::minmax(count);
      RC_ASSERT(most - least <= 1);
    }
  }));
}

TEST(Folds, DependOnTheSeedAlone) {
  std::vector<std::int32_t> classes(100);
  for (std::size_t i = 0; i < 100; ++i) classes[i] = i % 7 == 0;
  const auto folds = [&](std::uint64_t seed) { return stratified_folds(classes, 5, seed).of_row; };
  EXPECT_EQ(folds(1), folds(1));
  EXPECT_NE(folds(1), folds(2));
  // The same on every machine and in every version: models are made from them.
  EXPECT_EQ(stratified_folds(std::vector<std::int32_t>(8, 0), 3, 1).of_row,
            (std::vector<std::int32_t>{0, 0, 0, 2, 2, 1, 1, 1}));
}

TEST(Folds, LeaveTheirOwnRowsOut) {
  const FoldAssignment folds{2, {0, 1, 1, 0}};
  EXPECT_EQ(folds.weights_without(0), (std::vector<double>{0, 1, 1, 0}));
  EXPECT_EQ(folds.weights_without(1, std::vector<double>{0.5, 2, 3, 4}), (std::vector<double>{0.5, 0, 0, 4}));
}

TEST(Folds, MustEachHaveARow) {
  EXPECT_NO_THROW(check_folds("--folds", 2, 2));
  EXPECT_THROW(check_folds("--folds", 1, 9), OptionError);
  EXPECT_THROW(check_folds("--folds", 3, 2), OptionError);
}

}  // namespace
}  // namespace smsvm
