#include "pass/distributed_pass.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

#include "data/in_order.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "pass/local_pass.hpp"
#include "pass/source_order_pass.hpp"
#include "pass/state_section.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

enum class Verb : int {
  restrict_to_level,
  count_near,
  freeze,
  thaw,
  evaluate,
  combine,
  along,
  accept,
  mix,
  slacks,
  curvatures,
  smooth_duals,
  running_dual,
  take_running_dual,
  save,
  restore
};

RankRows rows_here(const DistributedRows& rows, std::int64_t pass) {
  return {&rows.ranks(), rows.first_row(), rows.rows(), pass, rows.order()};
}

/// The part of a vector of rows that each of the other ranks needs.
template <class Number>
void deal(const DistributedRows& rows, std::span<const Number> all) {
  for (int other = 1; other < rows.ranks().size(); ++other)
    rows.ranks().send(other, Tag::rows, Message().add_all(rows.slice(all, other)).take());
}

template <class Number>
std::vector<Number> receive_dealt(Communicator& ranks) {
  const std::string bytes = ranks.receive(0, Tag::rows);
  return MessageReader(bytes).take_all<Number>();
}

/// On rank 0, while every rank saves its part: makes one of them, section by section. What the others send is received
/// even where it can no longer be put, or the next who asks for a state would get it.
class StateGatherer {
 public:
  StateGatherer(const DistributedRows& rows, const Pass::NumberSink& sink) : rows_(rows), sink_(sink) {}

  void operator()(std::span<const double> mine) {
    const int section = section_++;
    if (section == StateSection::near_count) {
      double count = mine[0];
      for_each_other([&](std::span<const double> theirs) { count += theirs[0]; });
      return put({&count, 1});
    }
    put(mine);
    if (is_of_rows(section)) for_each_other([&](std::span<const double> theirs) { put(theirs); });
  }
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  static bool is_of_rows(int section) {
    return (section >= StateSection::first_column && section < StateSection::near_count) ||
           section == StateSection::near_rows;
  }

 private:
  void put(std::span<const double> numbers) {
    if (failure_) return;
    try {
      sink_(numbers);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  template <class Visit>
  void for_each_other(const Visit& visit) {
    for (int other = 1; other < rows_.ranks().size(); ++other) {
      const std::string bytes = rows_.ranks().receive(other, Tag::rows);
      visit(MessageReader(bytes).take_all<double>());
    }
  }

  const DistributedRows& rows_;
  const Pass::NumberSink& sink_;
  std::exception_ptr failure_;  ///< of the sink
  int section_ = 0;
};

/// On the others. What is about no row is the same everywhere.
class StatePart {
 public:
  explicit StatePart(Communicator& ranks) : ranks_(ranks) {}
  void operator()(std::span<const double> mine) {
    const int section = section_++;
    if (StateGatherer::is_of_rows(section) || section == StateSection::near_count)
      ranks_.send(0, Tag::rows, Message().add_all(mine).take());
  }

 private:
  Communicator& ranks_;
  int section_ = 0;
};

/// On rank 0, while every rank restores its part: gives each of them its own, section by section.
class StateDealer {
 public:
  StateDealer(const DistributedRows& rows, const Pass::NumberSource& take) : rows_(rows), take_(take) {}

  void operator()(std::span<double> mine) {
    const int section = section_++;
    if (section == StateSection::near_count) return deal_near_rows(mine);
    if (section == StateSection::near_rows) {  // read with their number
      std::copy(near_.begin(), near_.end(), mine.begin());
      return;
    }
    take_(mine);
    if (section > StateSection::of_frozen) return;
    const bool is_column = section >= StateSection::first_column && section < StateSection::near_count;
    for (int other = 1; other < rows_.ranks().size(); ++other) {
      std::vector<double> theirs(mine.begin(), mine.end());
      if (is_column) {
        theirs.resize(static_cast<std::size_t>(rows_.first_row(other + 1) - rows_.first_row(other)));
        take_(theirs);
      }
      send(other, theirs);
    }
  }

 private:
  void send(int other, const std::vector<double>& numbers) {
    rows_.ranks().send(other, Tag::rows, Message().add_all(std::span<const double>(numbers)).take());
  }

  void deal_near_rows(std::span<double> my_count) {
    constexpr std::size_t numbers = StateSection::numbers_of_near_row;
    double count = 0;
    take_({&count, 1});
    if (!(count >= 1 && count <= static_cast<double>(rows_.rows())))
      throw Error(ErrorKind::bad_data, "the state of the rows was altered");
    std::vector<double> all(static_cast<std::size_t>(count) * numbers);
    take_(all);
    auto from = all.begin();
    for (int rank = 0; rank < rows_.ranks().size(); ++rank) {
      const auto end = static_cast<double>(rows_.first_row(rank + 1));
      auto to = from;
      while (to != all.end() && *to < end) to += numbers;
      std::vector<double> theirs(from, to);
      from = to;
      const std::vector<double> how_many{static_cast<double>(theirs.size() / numbers)};
      if (rank == 0) {
        my_count[0] = how_many[0];
        near_ = std::move(theirs);
      } else {
        send(rank, how_many);
        send(rank, theirs);
      }
    }
    if (from != all.end()) throw Error(ErrorKind::bad_data, "the state of the rows was altered");
  }

  const DistributedRows& rows_;
  const Pass::NumberSource& take_;
  std::vector<double> near_;
  int section_ = 0;
};

class DistributedPass final : public Pass {
  /// Tells the others, with what `add` adds, and does the same here.
  template <class Add, class Work>
  auto ask(Verb verb, const Add& add, const Work& work) const {
    return ranks_.together([&] {
      Message command;
      command.add(Command::ask_pass).add(number_).add(verb);
      add(command);
      broadcast(ranks_, command.take());
      return work();
    });
  }
  template <class Work>
  std::vector<double> ask_rows(Verb verb, std::size_t problem, const Work& work) const {
    return ask(
        verb, [&](Message& with) { with.add(problem); }, [&] { return gather_rows(ranks_, work()); });
  }

 public:
  DistributedPass(DistributedRows& rows, std::int64_t number, const std::function<std::unique_ptr<Pass>()>& make)
      : rows_(rows), ranks_(rows.ranks()), number_(number), local_(make()) {}

  ~DistributedPass() override {
    ranks_.together_if_possible([&] { broadcast(ranks_, Message().add(Command::end_pass).add(number_).take()); });
  }

  std::int64_t rows() const override { return local_->rows(); }
  std::int64_t features() const override { return local_->features(); }
  double active_weight(std::size_t problem) const override { return local_->active_weight(problem); }

  std::int64_t restrict_to_level(std::size_t problem, int level) override {
    return ask(
        Verb::restrict_to_level, [&](Message& with) { with.add(problem).add(level); },
        [&] { return local_->restrict_to_level(problem, level); });
  }
  std::int64_t count_near(std::size_t problem, const Nearness& nearness) override {
    return ask(
        Verb::count_near, [&](Message& with) { with.add(problem).add(nearness.width).add(nearness.reach); },
        [&] { return local_->count_near(problem, nearness); });
  }
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                      const Nearness& nearness) override {
    const auto add = [&](Message& with) { with.add(problem).add_all(point).add(nearness.width).add(nearness.reach); };
    return ask(Verb::freeze, add, [&] { return local_->freeze(problem, point, at, nearness); });
  }
  void thaw(std::size_t problem, double share) override {
    ask(
        Verb::thaw, [&](Message& with) { with.add(problem).add(share); }, [&] { local_->thaw(problem, share); });
  }

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override {
    const auto add = [&](Message& with) {
      with.add(queries.size());
      for (const Query& query : queries) {
        with.add(query.problem).add(query.epsilon).add(query.carry).add(!query.dual.empty()).add(query.least_curvature);
        with.add_all(query.point).add_all(query.hessian);
      }
    };
    return ask(Verb::evaluate, add, [&] {
      for (const Query& query : queries)
        if (!query.dual.empty()) deal(rows_, query.dual);
      return local_->evaluate(queries, sums);
    });
  }
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) override {
    return ask(
        Verb::combine, [&](Message& with) { with.add(problem); },
        [&] {
          deal(rows_, coefficient);
          const auto mine = rows_.slice(coefficient, 0), others = coefficient.subspan(mine.size());
          local_->count_rows(problem,
                             std::count_if(others.begin(), others.end(), [](double factor) { return factor != 0; }));
          return local_->combine(problem, mine, sum);
        });
  }

  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override {
    ask(
        Verb::along, [&](Message& with) { with.add(problem).add(epsilon).add_all(steps); },
        [&] { local_->along(problem, epsilon, steps, losses); });
  }
  void accept(std::size_t problem) override {
    ask(
        Verb::accept, [&](Message& with) { with.add(problem); }, [&] { local_->accept(problem); });
  }
  void mix(std::size_t problem, const DualMixture& mixture) override {
    const auto add = [&](Message& with) {
      with.add(problem).add(mixture.old).add_plain(mixture.smooth.data(), 2).add_plain(mixture.carried.data(), 2);
    };
    ask(Verb::mix, add, [&] { local_->mix(problem, mixture); });
  }

  std::vector<double> slacks(std::size_t problem) const override {
    return ask_rows(Verb::slacks, problem, [&] { return local_->slacks(problem); });
  }
  std::vector<double> curvatures(std::size_t problem) const override {
    return ask_rows(Verb::curvatures, problem, [&] { return local_->curvatures(problem); });
  }
  std::vector<double> smooth_duals(std::size_t problem) const override {
    return ask_rows(Verb::smooth_duals, problem, [&] { return local_->smooth_duals(problem); });
  }
  std::vector<double> running_dual(std::size_t problem) const override {
    return ask_rows(Verb::running_dual, problem, [&] { return local_->running_dual(problem); });
  }
  std::vector<double> take_running_dual(std::size_t problem) override {
    return ask_rows(Verb::take_running_dual, problem, [&] { return local_->take_running_dual(problem); });
  }

  double passes() const override { return local_->passes(); }
  void count_rows(std::size_t problem, std::int64_t rows) override { local_->count_rows(problem, rows); }
  double hessian_rows() const override { return local_->hessian_rows(); }

  void save(std::size_t problem, const NumberSink& put) const override {
    StateGatherer gatherer(rows_, put);
    ask(
        Verb::save, [&](Message& with) { with.add(problem); }, [&] { local_->save(problem, std::ref(gatherer)); });
    gatherer.finish();
  }
  void restore(std::size_t problem, const NumberSource& take) override {
    ask(
        Verb::restore, [&](Message& with) { with.add(problem); },
        [&] { local_->restore(problem, StateDealer(rows_, take)); });
  }

 private:
  DistributedRows& rows_;
  Communicator& ranks_;
  std::int64_t number_;
  std::unique_ptr<Pass> local_;
};

Nearness read_nearness(MessageReader& from) {
  const auto width = from.take<double>();
  return {width, from.take<double>()};
}

void evaluate(Pass& pass, Communicator& ranks, MessageReader& from) {
  struct Kept {
    std::vector<double> point, dual;
    std::vector<std::int32_t> hessian;
  };
  std::vector<Query> queries(from.take<std::size_t>());
  std::vector<Kept> kept(queries.size());
  std::vector<bool> has_dual;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    queries[k].problem = from.take<std::size_t>();
    queries[k].epsilon = from.take<double>();
    queries[k].carry = from.take<bool>();
    has_dual.push_back(from.take<bool>());
    queries[k].least_curvature = from.take<double>();
    kept[k].point = from.take_all<double>();
    kept[k].hessian = from.take_all<std::int32_t>();
    queries[k].point = kept[k].point;
    queries[k].hessian = kept[k].hessian;
  }
  for (std::size_t k = 0; k < queries.size(); ++k) {
    if (!has_dual[k]) continue;
    kept[k].dual = receive_dealt<double>(ranks);
    queries[k].dual = kept[k].dual;
  }
  std::vector<Sums> unused(queries.size());
  pass.evaluate(queries, unused);
}

DualMixture read_mixture(MessageReader& from) {
  DualMixture mixture;
  mixture.old = from.take<double>();
  from.take_plain(mixture.smooth.data(), 2);
  from.take_plain(mixture.carried.data(), 2);
  return mixture;
}

void combine(Pass& pass, Communicator& ranks, std::size_t problem) {
  std::vector<double> unused(static_cast<std::size_t>(pass.features()));
  pass.combine(problem, receive_dealt<double>(ranks), unused);
}

void restore(Pass& pass, Communicator& ranks, std::size_t problem) {
  pass.restore(problem, [&](std::span<double> numbers) {
    const auto dealt = receive_dealt<double>(ranks);
    if (dealt.size() != numbers.size()) throw std::logic_error("a part of the state of rows has another length");
    std::copy(dealt.begin(), dealt.end(), numbers.begin());
  });
}

/// The verbs about one problem.
void ask(Pass& pass, Communicator& ranks, Verb verb, std::size_t problem, MessageReader& from) {
  switch (verb) {
    case Verb::restrict_to_level:
      pass.restrict_to_level(problem, from.take<int>());
      return;
    case Verb::count_near:
      pass.count_near(problem, read_nearness(from));
      return;
    case Verb::freeze: {
      const auto point = from.take_all<double>();
      pass.freeze(problem, point, {}, read_nearness(from));  // rank 0 has the sums
      return;
    }
    case Verb::thaw:
      return pass.thaw(problem, from.take<double>());
    case Verb::along: {
      const auto epsilon = from.take<double>();
      const auto steps = from.take_all<double>();
      std::vector<double> unused(steps.size());
      return pass.along(problem, epsilon, steps, unused);
    }
    case Verb::accept:
      return pass.accept(problem);
    case Verb::mix:
      return pass.mix(problem, read_mixture(from));
    case Verb::slacks:
      gather_rows(ranks, pass.slacks(problem));
      return;
    case Verb::curvatures:
      gather_rows(ranks, pass.curvatures(problem));
      return;
    case Verb::smooth_duals:
      gather_rows(ranks, pass.smooth_duals(problem));
      return;
    case Verb::running_dual:
      gather_rows(ranks, pass.running_dual(problem));
      return;
    case Verb::take_running_dual:
      gather_rows(ranks, pass.take_running_dual(problem));
      return;
    case Verb::combine:
      return combine(pass, ranks, problem);
    case Verb::save:
      return pass.save(problem, StatePart(ranks));
    case Verb::restore:
      return restore(pass, ranks, problem);
    case Verb::evaluate:
      return;  // not about one problem
  }
}

}  // namespace

std::unique_ptr<Pass> make_distributed_pass(DistributedRows& rows, const std::vector<Target>& problems,
                                            bool has_intercept, std::uint64_t seed, int threads,
                                            std::function<bool()> keep_going) {
  Communicator& ranks = rows.ranks();
  return ranks.together([&] {
    const std::int64_t number = rows.next_pass();
    broadcast(ranks, Message()
                         .add(Command::make_pass)
                         .add(rows.are_shifted())
                         .add(number)
                         .add(problems.size())
                         .add(has_intercept)
                         .add(seed)
                         .add(threads)
                         .take());
    std::vector<Target> mine;
    for (const Target& problem : problems) {
      deal(rows, std::span<const std::int8_t>(problem.sign));
      deal(rows, std::span<const double>(problem.weight));
      const auto sign = rows.slice(problem.sign, 0);
      const auto weight = rows.slice(problem.weight, 0);
      mine.push_back({{sign.begin(), sign.end()}, {weight.begin(), weight.end()}});
    }
    return std::make_unique<DistributedPass>(rows, number, [&] {
      return make_local_pass(rows.part(), std::move(mine), has_intercept, seed, threads, std::move(keep_going),
                             rows_here(rows, number));
    });
  });
}

std::unique_ptr<Pass> make_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                std::uint64_t seed, int threads, std::function<bool()> keep_going) {
  for (Target& problem : problems) {
    problem.sign = in_stored_order(data.order.get(), std::move(problem.sign));
    problem.weight = in_stored_order(data.order.get(), std::move(problem.weight));
  }
  auto pass =
      data.distributed
          ? make_distributed_pass(*data.distributed, problems, has_intercept, seed, threads, std::move(keep_going))
          : make_local_pass(data, std::move(problems), has_intercept, seed, threads, std::move(keep_going));
  return data.order ? in_source_order(std::move(pass), data.order) : std::move(pass);
}

void ServedPasses::make_pass(const std::shared_ptr<DistributedRows>& rows, MessageReader& from) {
  const auto number = from.take<std::int64_t>();
  const auto count = from.take<std::size_t>();
  const auto has_intercept = from.take<bool>();
  const auto seed = from.take<std::uint64_t>();
  const auto threads = from.take<int>();
  std::vector<Target> problems;
  for (std::size_t k = 0; k < count; ++k) {
    auto sign = receive_dealt<std::int8_t>(ranks_);
    problems.push_back({std::move(sign), receive_dealt<double>(ranks_)});
  }
  passes_[number] = {rows, make_local_pass(rows->part(), std::move(problems), has_intercept, seed, threads, {},
                                           rows_here(*rows, number))};
}

void ServedPasses::ask_pass(MessageReader& from) {
  Pass& pass = *passes_.at(from.take<std::int64_t>()).pass;
  const auto verb = from.take<Verb>();
  if (verb == Verb::evaluate) return evaluate(pass, ranks_, from);
  ask(pass, ranks_, verb, from.take<std::size_t>(), from);
}

void ServedPasses::end_pass(MessageReader& from) { passes_.erase(from.take<std::int64_t>()); }

}  // namespace smsvm
