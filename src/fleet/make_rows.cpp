#include "fleet/make_rows.hpp"

#include <utility>

#include "cpu/make_cpu_backend.hpp"
#include "data/in_order.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "fleet/served_fleets.hpp"
#include "rows/signs.hpp"

namespace smsvm {
namespace {

/// The part of a vector of rows that each of the other ranks needs.
template <class Number>
void deal(const DistributedRows& rows, const std::vector<Number>& all) {
  for (int other = 1; other < rows.ranks().size(); ++other)
    rows.ranks().send(other, Tag::rows, Message().add_all(rows.slice(all, other)).take());
}

std::unique_ptr<Backend> make_distributed_rows(DistributedRows& rows, BackendOptions options) {
  Communicator& ranks = rows.ranks();
  return ranks.together([&] {
    const std::int64_t number = rows.next_fleet_number();
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
      broadcast(ranks, Message().add(problem.positive).take());
      deal(rows, problem.sign);
      deal(rows, problem.weight);
      const auto sign = rows.slice(problem.sign, 0);
      const auto weight = rows.slice(problem.weight, 0);
      const Target here{{sign.begin(), sign.end()}, {weight.begin(), weight.end()}, problem.positive};
      problem = with_signs(here, rows.part().labels);
    }
    return fleet_over(rows, number, std::move(options));
  });
}

}  // namespace

std::unique_ptr<Backend> make_rows(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                   std::uint64_t seed, int threads, std::function<bool()> keep_going) {
  for (Target& problem : problems) {
    if (!data.distributed) problem = with_signs(std::move(problem), data.labels);
    if (problem.sign.empty() && problem.weight.empty()) continue;
    const RowOrder* const order = data.all_order().get();
    problem.sign = in_stored_order(order, std::move(problem.sign));
    problem.weight = in_stored_order(order, std::move(problem.weight));
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

}  // namespace smsvm
