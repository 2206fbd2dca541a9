#include "checkpoint/problem_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "rows/places.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::Storage;
using test::Where;

class ProblemStateTest : public testing::TestWithParam<Where> {};

std::unique_ptr<Backend> rows_of(Where where, const Instance& instance, const Dataset& data, int threads) {
  BackendOptions options{.problems = {instance.target()},
                         .has_intercept = instance.penalty.intercept != Intercept::none,
                         .threads = threads};
  return make_rows_at(where, data, std::move(options));
}

/// What is asked of rows, one thing after the other, and all that they answer.
class Asker {
 public:
  Asker(Backend& rows, std::vector<double>& said) : rows_(rows), said_(said) {}

  void operator()(const Request& request) {
    rows_.ask(request, answer_);
    said_.insert(said_.end(), answer_.numbers.begin(), answer_.numbers.end());
    if (!answer_.is_sum) return;
    for (const Sums& sums : answer_.sums()) {
      said_.insert(said_.end(), {sums.hinge, sums.smoothed, sums.curvature, sums.dual[0][1], sums.dual[1][0]});
      for (const auto* numbers : {&sums.numbers, &sums.moment[0], &sums.moment[1]})
        said_.insert(said_.end(), numbers->begin(), numbers->end());
    }
  }
  void sweep(const std::vector<double>& point, double epsilon, DualBegin begin) {
    const Query query{0, point, epsilon, begin};
    (*this)(request::Sweep{{&query, 1}});
  }

 private:
  Backend& rows_;
  std::vector<double>& said_;
  Answer answer_;
};

std::vector<double> state_of(Backend& rows) {
  std::vector<double> numbers;
  save_state(rows, 0, [&](std::span<const double> more) { numbers.insert(numbers.end(), more.begin(), more.end()); });
  return numbers;
}

void restore(Backend& rows, const std::vector<double>& saved) {
  std::size_t taken = 0;
  restore_state(rows, 0, [&](std::span<double> next) {
    if (taken + next.size() > saved.size()) throw Error(ErrorKind::bad_data, "too short");
    std::copy_n(saved.begin() + static_cast<std::ptrdiff_t>(taken), next.size(), next.begin());
    taken += next.size();
  });
  EXPECT_EQ(taken, saved.size());
}

/// On a level of the ladder, with a dual to begin with, with frozen rows: other rows go on to the same bits.
void expect_to_go_on(Where where, const std::string& what, const Instance& instance, const Dataset& data) {
  std::mt19937_64 random(16);
  std::vector<std::vector<double>> point;
  for (int k = 0; k < 4; ++k) point.push_back(test::random_point(random, instance.dimension(), 0.3));
  const std::vector<double> given = test::random_weights(random, 500);

  const auto rows = rows_of(where, instance, data, 1);
  std::vector<double> unused;
  Asker ask(*rows, unused);
  ask(request::UseSample{});
  if (what == "level") ask(request::UseSample{0, 1});
  ask.sweep(point[0], 1e-14, DualBegin::smooth);
  ask(request::Mix{0, {0.5, {0.1, 0.2}, {0.3, 0.4}}});
  ask(request::Accept{});
  ask.sweep(point[1], 1e-14, DualBegin::smooth);
  ask(request::Accept{});
  if (what == "frozen") ask(request::UseNear{.problem = 0, .nearness = {0.5, 0}});
  if (what != "frozen") ask(request::PutColumn{0, Column::given, 0, given});
  ask.sweep(point[2], 0.1, DualBegin::smooth);
  ask(request::Accept{});
  ask(request::Mix{0, {0.7, {0.1, 0.1}, {0.2, 0.2}}});

  const std::vector<double> saved = state_of(*rows);
  const auto others = rows_of(where, instance, data, 3);
  restore(*others, saved);
  EXPECT_TRUE(test::same_bits(state_of(*others), saved)) << what;
  std::vector<double> said[2];
  for (Backend* each : {rows.get(), others.get()}) {
    Asker go_on(*each, said[each == others.get()]);
    go_on.sweep(point[3], 0.05, what == "given" ? DualBegin::given : DualBegin::carried);
    const std::vector<double> steps{0, 0.4, 1};
    go_on(request::Along{0, 0.1, steps});
    if (what != "frozen") go_on(request::Combine{0, 500});
    go_on(request::Mix{0, {0.6, {0.2, 0.1}, {0.1, 0.2}}});
    if (what == "frozen") go_on(request::Thaw{0, 0.5, {0.1, 0.2}});
    for (const Column column : {Column::running_dual, Column::slack, Column::curvature})
      go_on(request::GetColumn{0, column, 0, 500});
  }
  EXPECT_FALSE(said[0].empty());
  EXPECT_TRUE(test::same_bits(said[0], said[1])) << what;
}

/// Of a single block the first of several ranks has no rows at all.
TEST_P(ProblemStateTest, RowsGoOnFromWhatWasSaved) {
  std::mt19937_64 random(16);
  Instance instance = test::random_instance(random, 500, 4);
  instance.weight = test::random_weights(random, 500);
  for (const std::size_t rows_of_block : {60, 500}) {
    const Dataset data = test::many_blocks(instance, Storage::mixed_double, rows_of_block);
    for (const char* what : {"level", "given", "frozen"}) {
      SCOPED_TRACE(std::string(what) + " " + std::to_string(rows_of_block));
      expect_to_go_on(GetParam(), what, instance, data);
    }
  }
}

/// Numbers that no rows have said are refused, and nothing is read beyond what they are.
TEST_P(ProblemStateTest, AlteredNumbersAreRefused) {
  std::mt19937_64 random(17);
  const Instance instance = test::random_instance(random, 60, 3);
  const Dataset data = test::many_blocks(instance, Storage::dense_double, 20);
  const auto rows = rows_of(GetParam(), instance, data, 1);
  std::vector<double> unused;
  Asker ask(*rows, unused);
  ask(request::UseSample{});
  const std::vector<double> point = test::random_point(random, instance.dimension(), 0.3);
  for (int k = 0; k < 2; ++k) {
    ask.sweep(point, 1e-14, DualBegin::smooth);
    ask(request::Accept{});
  }
  ask(request::UseNear{.problem = 0, .nearness = {0.5, 0}});
  const std::vector<double> saved = state_of(*rows);
  const std::size_t near_count = 8 + 5 * 60;
  ASSERT_LT(near_count, saved.size());
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{5}, near_count, near_count + 1}) {
    for (const double wrong : {-1.0, 0.5, 1e300}) {
      std::vector<double> altered = saved;
      altered[at] = wrong;
      const auto others = rows_of(GetParam(), instance, data, 1);
      EXPECT_THROW(restore(*others, altered), Error) << at << " " << wrong;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, ProblemStateTest,
                         testing::Values(Where::here, Where::three_ranks, Where::reference, Where::three_references),
                         [](const auto& test) { return test::name_of(test.param); });

}  // namespace
}  // namespace smsvm
