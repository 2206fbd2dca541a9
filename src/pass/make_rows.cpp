#include <utility>

#include "data/in_order.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "pass/pass.hpp"
#include "pass/request_bytes.hpp"
#include "pass/served_fleets.hpp"

namespace smsvm {
namespace {

/// The part of a vector of rows that each of the other ranks needs.
template <class Number>
void deal(const DistributedRows& rows, const std::vector<Number>& all) {
  for (int other = 1; other < rows.ranks().size(); ++other)
    rows.ranks().send(other, Tag::rows, Message().add_all(rows.slice(all, other)).take());
}

template <class Number>
std::vector<Number> receive_dealt(Communicator& ranks) {
  const std::string bytes = ranks.receive(0, Tag::rows);
  return MessageReader(bytes).take_all<Number>();
}

/// With the rows that are here.
std::unique_ptr<Fleet> fleet_over(DistributedRows& rows, std::int64_t number, BackendOptions options) {
  options.first_row = rows.first_row();
  options.order = rows.order();
  return std::make_unique<Fleet>(&rows.ranks(), number, std::move(options), [&](BackendOptions beside_rows) {
    return make_cpu_backend(rows.part(), std::move(beside_rows));
  });
}

std::unique_ptr<Backend> make_distributed_rows(DistributedRows& rows, BackendOptions options) {
  Communicator& ranks = rows.ranks();
  return ranks.together([&] {
    const std::int64_t number = rows.next_pass();
    broadcast(ranks, Message()
                         .add(Command::make_rows)
                         .add(rows.are_shifted())
                         .add(number)
                         .add(options.problems.size())
                         .add(options.has_intercept)
                         .add(options.seed)
                         .add(options.threads)
                         .take());
    for (Target& problem : options.problems) {
      deal(rows, problem.sign);
      deal(rows, problem.weight);
      const auto sign = rows.slice(problem.sign, 0);
      const auto weight = rows.slice(problem.weight, 0);
      problem = {{sign.begin(), sign.end()}, {weight.begin(), weight.end()}};
    }
    return fleet_over(rows, number, std::move(options));
  });
}

}  // namespace

std::unique_ptr<Backend> make_rows(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                   std::uint64_t seed, int threads, std::function<bool()> keep_going) {
  for (Target& problem : problems) {
    problem.sign = in_stored_order(data.order.get(), std::move(problem.sign));
    problem.weight = in_stored_order(data.order.get(), std::move(problem.weight));
  }
  BackendOptions options{.problems = std::move(problems),
                         .has_intercept = has_intercept,
                         .seed = seed,
                         .threads = threads,
                         .keep_going = std::move(keep_going)};
  if (data.distributed) return make_distributed_rows(*data.distributed, std::move(options));
  options.order = data.order.get();
  return std::make_unique<Fleet>(nullptr, 0, std::move(options), [&](BackendOptions beside_rows) {
    return make_cpu_backend(data, std::move(beside_rows));
  });
}

void ServedFleets::make(const std::shared_ptr<DistributedRows>& rows, MessageReader& from) {
  const auto number = from.take<std::int64_t>();
  const auto count = from.take<std::size_t>();
  BackendOptions options;
  options.has_intercept = from.take<bool>();
  options.seed = from.take<std::uint64_t>();
  options.threads = from.take<int>();
  for (std::size_t k = 0; k < count; ++k) {
    auto sign = receive_dealt<std::int8_t>(ranks_);
    options.problems.push_back({std::move(sign), receive_dealt<double>(ranks_)});
  }
  fleets_[number] = {rows, fleet_over(*rows, number, std::move(options))};
}

void ServedFleets::ask(MessageReader& from) {
  Fleet& fleet = *fleets_.at(from.take<std::int64_t>()).fleet;
  const ReadRequest request(from);
  Answer unused;
  fleet.carry_out(request.get(), unused);
}

void ServedFleets::end(MessageReader& from) { fleets_.erase(from.take<std::int64_t>()); }

}  // namespace smsvm
