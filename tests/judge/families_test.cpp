#include "judge/families.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "judge/trial.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm::judge {
namespace {

TEST(Families, DrawTheSameProblemFromTheSameNumberAlways) {
  for (const std::string& family : family_names()) {
    EXPECT_EQ(draw_problem(family, 7).text(), draw_problem(family, 7).text());
    EXPECT_NE(draw_problem(family, 7).text(), draw_problem(family, 8).text()) << family;
  }
}

TEST(Families, HaveNamesThatExist) { EXPECT_THROW(draw_problem("nobody", 1), std::invalid_argument); }

TEST(Families, UseEveryLabelAndSomePenalty) {
  for (const std::string& family : family_names()) {
    for (std::uint64_t number = 0; number < 20; ++number) {
      const Problem problem = draw_problem(family, number);
      std::set<std::size_t> labels;
      for (const TextRow& row : problem.rows) labels.insert(row.label);
      EXPECT_EQ(labels.size(), problem.labels.size()) << family << ' ' << number;
      const bool has_penalty = problem.penalty.l2 + problem.penalty.l1 > 0 || problem.task == Task::path;
      EXPECT_TRUE(has_penalty) << family << ' ' << number;
    }
  }
}

TEST(Families, AreTakenByTheReaderAndTheTrainerNearlyAlways) {
  const test::TemporaryFolder folder;
  int refused = 0, problems = 0;
  for (const std::string& family : family_names()) {
    for (std::uint64_t number = 0; number < 5; ++number, ++problems) {
      const Outcome outcome = judge_problem(draw_problem(family, number), folder.file("data.svm"));
      refused += outcome.refused ? 1 : 0;
    }
  }
  EXPECT_LE(refused, problems / 20);
}

}  // namespace
}  // namespace smsvm::judge
