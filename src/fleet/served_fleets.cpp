#include "fleet/served_fleets.hpp"

#include <utility>

#include "cpu/make_cpu_backend.hpp"
#include "distributed/collectives.hpp"
#include "rows/request_bytes.hpp"
#include "rows/signs.hpp"

namespace smsvm {
namespace {

template <class Number>
std::vector<Number> receive_dealt(Communicator& ranks) {
  const std::string bytes = ranks.receive(0, Tag::rows);
  return MessageReader(bytes).take_all<Number>();
}

}  // namespace

std::unique_ptr<Fleet> fleet_over(DistributedRows& rows, std::int64_t number, BackendOptions options) {
  options.first_row = rows.first_row();
  options.order = rows.order();
  return std::make_unique<Fleet>(&rows.ranks(), number, std::move(options), [&](BackendOptions beside_rows) {
    return make_cpu_backend(rows.part(), std::move(beside_rows));
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
    Target problem;
    const std::string positive = broadcast(ranks_, {});
    problem.positive = MessageReader(positive).take<std::int32_t>();
    problem.sign = receive_dealt<std::int8_t>(ranks_);
    problem.weight = receive_dealt<double>(ranks_);
    options.problems.push_back(with_signs(std::move(problem), rows->part().labels));
  }
  fleets_[number] = {rows, fleet_over(*rows, number, std::move(options))};
}

void ServedFleets::ask(MessageReader& from) {
  Served& served = fleets_.at(from.take<std::int64_t>());
  const ReadRequest request(from);
  served.fleet->carry_out(request.get(), served.answer);
}

void ServedFleets::end(MessageReader& from) { fleets_.erase(from.take<std::int64_t>()); }

}  // namespace smsvm
