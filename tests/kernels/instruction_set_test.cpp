#include "kernels/instruction_set.hpp"

#include <gtest/gtest.h>

#include <string>

namespace smsvm {
namespace {

TEST(InstructionSet, TheBaselineIsAlwaysThere) {
  EXPECT_EQ(available_instruction_sets().front(), InstructionSet::baseline);
}

TEST(InstructionSet, AsksForWhatIsAvailable) {
  for (const auto set : available_instruction_sets())
    EXPECT_EQ(detail::choose_instruction_set(std::string(name_of(set)).c_str()), set);
}

TEST(InstructionSet, IsTheBestWhereTheWishIsNotKnown) {
  const InstructionSet best = available_instruction_sets().back();
  for (const char* wish : {static_cast<const char*>(nullptr), "", "sse9", "AVX2", "avx51", "baseline "})
    EXPECT_EQ(detail::choose_instruction_set(wish), best);
  if (best != InstructionSet::avx512) {
    EXPECT_EQ(detail::choose_instruction_set("avx512"), best);
  }
}

TEST(InstructionSet, IsChosenForAWhile) {
  const InstructionSet before = instruction_set();
  for (const auto set : available_instruction_sets()) {
    const ChosenInstructionSet chosen(set);
    EXPECT_EQ(instruction_set(), set);
  }
  EXPECT_EQ(instruction_set(), before);
}

}  // namespace
}  // namespace smsvm
