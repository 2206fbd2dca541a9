#include "fleet/make_rows.hpp"
#include "fleet/served_fleets.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <random>

#include "checkpoint/problem_state.hpp"
#include "data/row_parts.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "distributed/thread_ranks.hpp"
#include "rows/instance.hpp"
#include "rows/make_pass.hpp"
#include "rows/places.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::Storage;
using test::ThreadRanks;

/// Asks for everything that a pass can do, and keeps all that it says.
class Questions {
 public:
  Questions(Pass& pass, std::int64_t dimension, std::int64_t rows)
      : pass_(pass), all_(static_cast<std::size_t>(dimension)), dual_(static_cast<std::size_t>(rows)) {
    std::iota(all_.begin(), all_.end(), 0);
    for (std::int32_t j = 1; j < dimension; j += 3) some_.push_back(j);
    for (const int level : {2, 1, 0}) ask_about_sample(level);
    for (double& a : dual_) a = test::uniform(random_, 0, 1);
    evaluate(0, point(), 0.1, false, all_, dual_);
    pass_.accept(0);
    const std::vector<double> near = point();
    const Sums at = evaluate(0, near, 1e-14, false, {});
    pass_.accept(0);
    for (const double width : {0.3, 1e-3, 1e-300})
      ask_about_near_rows(near, at, width);  // the last leaves hardly a row
    say(pass_.slacks(0));
    say(pass_.smooth_duals(0));
    say(pass_.running_dual(0));
    ask_about_two_problems();
    for (double& a : dual_) a = a < 0.5 ? 0 : a;
    std::vector<double> combined(static_cast<std::size_t>(pass_.features()));
    EXPECT_TRUE(pass_.combine(0, dual_, combined));
    say(combined);
    say(std::vector{pass_.passes(), pass_.hessian_rows()});
    pass_.hand_out_running_dual(1, [this](std::span<const double> numbers) { say(numbers); });
  }

  std::vector<double> said;

 private:
  void say(std::span<const double> numbers) { said.insert(said.end(), numbers.begin(), numbers.end()); }
  void say(const Sums& sums) {
    say(std::vector{sums.hinge, sums.smoothed_before, sums.smoothed, sums.smoothing_gap, sums.curvature,
                    sums.hessian_rows});
    for (const auto& of_class : sums.dual) say(of_class);
    for (const auto& of_class : sums.moment) say(of_class);
    const auto size = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(sums.hessian.size()))));
    for (std::size_t row = 0; row < size; ++row) say(std::span(sums.hessian).subspan(row * size, row + 1));
  }

  std::vector<double> point() { return test::random_point(random_, all_.size(), 0.3); }

  Sums evaluate(std::size_t problem, const std::vector<double>& at, double epsilon, bool carry,
                std::span<const std::int32_t> hessian, std::span<const double> dual = {}) {
    constexpr double some_curvature = 0.3;
    if (!dual.empty()) pass_.give(problem, dual);
    const DualBegin begin = dual.empty() ? test::carried_if(carry) : DualBegin::given;
    const Query query{problem, at, epsilon, begin, hessian, some_curvature};
    Sums sums;
    EXPECT_TRUE(pass_.evaluate({&query, 1}, {&sums, 1}));
    say(sums);
    return sums;
  }

  void ask_about_sample(int level) {
    said.push_back(static_cast<double>(pass_.restrict_to_level(0, level)));
    said.push_back(pass_.active_weight(0));
    evaluate(0, point(), 0.5, false, all_);
    pass_.accept(0);
    evaluate(0, point(), 0.25, true, some_);
    const std::vector<double> steps{0, 0.3, 1};
    std::vector<double> losses(3);
    pass_.along(0, 0.5, steps, losses);
    say(losses);
    pass_.mix(0, {0.2, {0.3, 0.3}, {0.5, 0.4}});
  }

  void ask_about_near_rows(const std::vector<double>& near, const Sums& at, double width) {
    said.push_back(static_cast<double>(pass_.count_near(0, {width, 0})));
    said.push_back(static_cast<double>(pass_.freeze(0, near, at, {width, 0})));
    evaluate(0, point(), 0.1, false, all_);
    pass_.accept(0);
    evaluate(0, point(), 0.05, true, some_);
    pass_.mix(0, {0.2, {0.3, 0.3}, {0.5, 0.4}});
    double loss = 0;
    const double whole = 1;
    pass_.along(0, 0, {&whole, 1}, {&loss, 1});
    said.push_back(loss);
    say(pass_.curvatures(0));
    pass_.thaw(0, 0.7);
  }

  void ask_about_two_problems() {
    const std::vector<double> first = point(), second = point();
    const Query queries[] = {{0, first, 0.2, {}, all_}, {1, second, 0.3, {}, some_}};
    Sums sums[2];
    EXPECT_TRUE(pass_.evaluate(queries, sums));
    for (const Sums& each : sums) say(each);
  }

  Pass& pass_;
  std::mt19937_64 random_{7};
  std::vector<std::int32_t> all_, some_;
  std::vector<double> dual_;
};
std::vector<double> everything(Pass& pass, std::int64_t dimension, std::int64_t rows) {
  return Questions(pass, dimension, rows).said;
}

void serve(Communicator& ranks, const std::shared_ptr<DistributedRows>& rows) {
  ServedFleets fleets(ranks);
  for (;;) {
    const std::string bytes = broadcast(ranks, {});
    MessageReader from(bytes);
    switch (from.take<Command>()) {
      case Command::make_rows:
        EXPECT_FALSE(from.take<bool>());  // these rows are not shifted
        fleets.make(rows, from);
        break;
      case Command::ask_rows:
        fleets.ask(from);
        break;
      default:
        return fleets.end(from);
    }
  }
}

/// On rank 0 of so many, to which the blocks are dealt evenly, or so that some have nothing.
void with_ranks(const Dataset& data, int size, bool evenly, const std::function<void(Dataset&)>& work) {
  ThreadRanks(size).run([&](Communicator& ranks) {
    const std::size_t blocks = std::visit([](const auto& matrix) { return matrix.blocks.size(); }, data.matrix);
    std::vector<std::int64_t> effort(blocks, 1);
    if (!evenly) effort[blocks / 2] = 10 * static_cast<std::int64_t>(blocks);
    const auto first = deal_blocks(effort, size);
    const auto rank = static_cast<std::size_t>(ranks.rank());
    auto rows = std::make_shared<DistributedRows>(ranks, rows_of_blocks(data, first[rank], first[rank + 1]));
    if (!ranks.is_first()) return serve(ranks, rows);
    Dataset distributed;
    distributed.rows = data.rows;
    distributed.features = data.features;
    distributed.distributed = std::move(rows);
    work(distributed);
  });
}

class FleetTest : public testing::TestWithParam<Storage> {};

TEST_P(FleetTest, HasTheBitsOfOneRank) {
  std::mt19937_64 random(11);
  for (const std::size_t rows : {3u, 900u, 12000u}) {
    Instance instance = test::random_instance(random, rows, 30);
    test::make_columns_differ(random, instance);
    instance.weight = test::random_weights(random, rows);
    const Dataset data = test::many_blocks(instance, GetParam(), rows / 20 + 1);
    const auto dimension = static_cast<std::int64_t>(instance.dimension());
    const bool has_intercept = instance.penalty.intercept != Intercept::none;
    Target other = instance.target();
    other.weight.clear();
    const std::vector<Target> targets{instance.target(), other};
    const auto run = [&](const Dataset& on, int threads) {
      return everything(*test::make_pass(on, targets, has_intercept, 1, threads, {}), dimension, data.rows);
    };
    const std::vector<double> expected = run(data, 1);
    for (int size = 1; size <= 5; ++size) {
      for (const bool evenly : {true, false}) {
        with_ranks(data, size, evenly, [&](Dataset& distributed) {
          EXPECT_TRUE(test::same_bits(run(distributed, 1 + size % 2), expected)) << size << " ranks, " << rows;
        });
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Storages, FleetTest,
                         testing::Values(Storage::dense_float, Storage::sparse_double, Storage::mixed_float,
                                         Storage::mixed_double),
                         [](const auto& storage) { return test::name_of(storage.param); });

TEST(Fleet, ACancelledSweepEndsOnAllRanks) {
  std::mt19937_64 random(3);
  const Instance instance = test::random_instance(random, 20000, 40);
  const Dataset data = test::many_blocks(instance, Storage::dense_float, 500);
  with_ranks(data, 3, true, [&](Dataset& distributed) {
    bool go = true;
    const auto pass = test::make_pass(distributed, {instance.target()}, instance.penalty.intercept != Intercept::none,
                                      1, 1, [&] { return go; });
    const auto point = test::random_point(random, instance.dimension());
    const Query query{0, point, 1};
    Sums sums;
    EXPECT_TRUE(pass->evaluate({&query, 1}, {&sums, 1}));
    go = false;
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // it is asked now and then
    EXPECT_FALSE(pass->evaluate({&query, 1}, {&sums, 1}));
    EXPECT_FALSE(pass->evaluate({&query, 1}, {&sums, 1}));
    EXPECT_EQ(pass->running_dual(0).size(), 20000);
  });
}

TEST(Fleet, AStateThatCouldNotBeSavedLeavesNothingBehind) {
  std::mt19937_64 random(4);
  const Instance instance = test::random_instance(random, 300, 5);
  const Dataset data = test::many_blocks(instance, Storage::dense_float, 20);
  with_ranks(data, 3, true, [&](Dataset& distributed) {
    const auto rows =
        make_rows(distributed, {instance.target()}, instance.penalty.intercept != Intercept::none, 1, 1, {});
    Pass pass(*rows, 0);
    const auto state = [&] {
      std::vector<double> numbers;
      save_state(*rows, 0,
                 [&](std::span<const double> more) { numbers.insert(numbers.end(), more.begin(), more.end()); });
      return numbers;
    };
    Sums sums;
    const auto sweep = [&] {
      const auto point = test::random_point(random, instance.dimension());
      const Query query{0, point, 1};
      EXPECT_TRUE(pass.evaluate({&query, 1}, {&sums, 1}));
    };
    sweep();
    for (int last = 1; last <= 4; ++last) {
      int sections = 0;
      const auto full_disk = [&](std::span<const double>) {
        if (++sections == last) throw Error(ErrorKind::input_output, "no space left");
      };
      EXPECT_THROW(save_state(*rows, 0, full_disk), Error);
      EXPECT_EQ(sections, last);  // it is not asked again
      sweep();
      const std::vector<double> once = state();
      EXPECT_TRUE(test::same_bits(once, state()));
      std::size_t taken = 0;
      restore_state(*rows, 0, [&](std::span<double> to) {
        std::copy_n(once.begin() + static_cast<std::ptrdiff_t>(taken), to.size(), to.begin());
        taken += to.size();
      });
      EXPECT_EQ(taken, once.size());
    }
  });
}

TEST(DistributedRows, AreNotTakenForAllRows) {
  Dataset data;
  ThreadRanks(1).run([&](Communicator& ranks) {
    data.distributed = std::make_shared<DistributedRows>(ranks, Dataset{});
    EXPECT_THROW(data.all_rows(), std::logic_error);
    EXPECT_THROW(data.nonzeros(), std::logic_error);
    EXPECT_THROW(data.checksum(), std::logic_error);
  });
}

}  // namespace
}  // namespace smsvm
