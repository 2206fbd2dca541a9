#include "rows/places.hpp"

#include <array>
#include <exception>
#include <functional>
#include <semaphore>
#include <thread>
#include <utility>

#include "cpu/make_cpu_backend.hpp"
#include "data/distributed_rows.hpp"
#include "data/row_parts.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "distributed/thread_ranks.hpp"
#include "fleet/fleet.hpp"
#include "rows/reference_backend.hpp"
#include "rows/request_bytes.hpp"

namespace smsvm::test {
namespace {

std::unique_ptr<Backend> make_backend(Where where, const Dataset& data, BackendOptions options) {
  if (where == Where::here || where == Where::three_ranks) return make_cpu_backend(data, std::move(options));
  return std::make_unique<ReferenceBackend>(data, std::move(options));
}

/// A fleet of three ranks, each on a thread of its own; rank 0 carries out what this thread asks.
class FleetOfThreads final : public Backend {
 public:
  FleetOfThreads(Where where, const Dataset& data, BackendOptions options) {
    thread_ = std::thread([this, where, &data, options = std::move(options)] {
      try {
        ThreadRanks(3).run([&](Communicator& ranks) { run_rank(ranks, where, data, options); });
      } catch (...) {
        failure_ = std::current_exception();
      }
      answered_.release();
    });
    wait();
  }
  ~FleetOfThreads() override {
    request_ = nullptr;
    asked_.release();
    thread_.join();
  }

  void ask(const Request& request, Answer& answer) override {
    request_ = &request;
    answer_ = &answer;
    asked_.release();
    wait();
  }

 private:
  void wait() {
    answered_.acquire();
    if (failure_) std::rethrow_exception(failure_);
  }

  void run_rank(Communicator& ranks, Where where, const Dataset& data, BackendOptions options) {
    const std::size_t blocks = std::visit([](const auto& matrix) { return matrix.blocks.size(); }, data.matrix);
    const auto first = deal_blocks(std::vector<std::int64_t>(blocks, 1), ranks.size());
    const auto rank = static_cast<std::size_t>(ranks.rank());
    DistributedRows rows(ranks, rows_of_blocks(data, first[rank], first[rank + 1]));
    for (Target& problem : options.problems) {
      const auto sign = rows.slice(problem.sign, ranks.rank());
      const auto weight = rows.slice(problem.weight, ranks.rank());
      problem = {{sign.begin(), sign.end()}, {weight.begin(), weight.end()}};
    }
    options.first_row = rows.first_row();
    Fleet fleet(&ranks, 1, std::move(options),
                [&](BackendOptions beside_rows) { return make_backend(where, rows.part(), std::move(beside_rows)); });
    ranks.is_first() ? obey(fleet) : serve(ranks, fleet);
  }

  void obey(Fleet& fleet) {
    for (;;) {
      answered_.release();
      asked_.acquire();
      if (request_ == nullptr) return;
      fleet.ask(*request_, *answer_);
    }
  }
  static void serve(Communicator& ranks, Fleet& fleet) {
    for (;;) {
      const std::string bytes = broadcast(ranks, {});
      MessageReader from(bytes);
      if (from.take<Command>() != Command::ask_rows) return;
      from.take<std::int64_t>();
      const ReadRequest request(from);
      Answer unused;
      fleet.carry_out(request.get(), unused);
    }
  }

  const Request* request_ = nullptr;
  Answer* answer_ = nullptr;
  std::exception_ptr failure_;
  std::binary_semaphore asked_{0}, answered_{0};
  std::thread thread_;
};

}  // namespace

std::string name_of(Where where) {
  return std::array{"here", "three_ranks", "reference", "three_references"}[static_cast<std::size_t>(where)];
}

Dataset many_blocks(const Instance& instance, Storage storage, std::size_t rows_of_block) {
  Dataset all;
  for (std::size_t first = 0; first < instance.rows.size(); first += rows_of_block) {
    const std::size_t last = std::min(first + rows_of_block, instance.rows.size());
    Instance some = instance;
    some.rows.assign(instance.rows.begin() + static_cast<std::ptrdiff_t>(first),
                     instance.rows.begin() + static_cast<std::ptrdiff_t>(last));
    some.sign.assign(last - first, 1);
    some.weight.clear();
    const Dataset data = some.data(storage);
    if (first == 0) all = data;
    if (first == 0) continue;
    std::visit(
        [&]<class Value>(BlockedRows<Value>& to) {
          const auto& from = std::get<BlockedRows<Value>>(data.matrix);
          for (const auto& block : from.blocks) {
            to.blocks.push_back(block);
            to.first_row.push_back(to.first_row.back() + block.rows);
          }
        },
        all.matrix);
  }
  all.rows = static_cast<std::int64_t>(instance.rows.size());
  all.labels.of_row.assign(instance.rows.size(), 0);
  all.features = static_cast<std::int64_t>(instance.features());
  return all;
}

std::unique_ptr<Backend> make_rows_at(Where where, const Dataset& data, BackendOptions options) {
  if (where == Where::three_ranks || where == Where::three_references)
    return std::make_unique<FleetOfThreads>(where, data, std::move(options));
  options.order = data.order.get();
  return std::make_unique<Fleet>(nullptr, 0, std::move(options), [&](BackendOptions beside_rows) {
    return make_backend(where, data, std::move(beside_rows));
  });
}

}  // namespace smsvm::test
