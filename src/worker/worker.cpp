#include "worker/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "data/column_shift.hpp"
#include "data/distributed_read.hpp"
#include "data/feature_scale.hpp"
#include "data/keep_rows.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "distributed/fail_together.hpp"
#include "distributed/heartbeat.hpp"
#include "fleet/served_fleets.hpp"
#include "model/predict.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

std::string this_process() {
  std::array<char, 256> machine{};
  ::gethostname(machine.data(), machine.size() - 1);
  return fmt::format("process {} on {}", ::getpid(), machine.data());
}

std::unique_ptr<Heartbeat> watch_others(Communicator& ranks, double seconds) {
  return std::make_unique<Heartbeat>(ranks, Heartbeat::Seconds(seconds), [&ranks, seconds](int rank) {
    fmt::print(stderr, "smsvm: nothing was heard of rank {} for {:g} s: it is dead or hangs, and the job ends\n", rank,
               seconds);
    std::fflush(stderr);
    ranks.abort(static_cast<int>(ErrorKind::unavailable));
  });
}

class Worker {
 public:
  explicit Worker(Communicator& ranks) : ranks_(ranks), fleets_(ranks) {}

  int run() {
    for (;;) {
      const std::string bytes = broadcast(ranks_, {});
      MessageReader from(bytes);
      const auto command = from.take<Command>();
      if (command == Command::finish) return from.take<int>();
      try {
        obey(command, from);
      } catch (const FailedTogether&) {
        // rank 0 reports it, and goes on or ends
      }
    }
  }

 private:
  void obey(Command command, MessageReader& from) {
    switch (command) {
      case Command::read:
        rows_ = serve_read(ranks_, from);
        return;
      case Command::labels_of_rows:
        return rows_->serve_labels(from);
      case Command::order_of_rows:
        return rows_->serve_order(from);
      case Command::keep_rows:
        rows_ = serve_keep_rows(*rows_);
        return;
      case Command::shift_columns:
        shifted_ = serve_shift_columns(*rows_, from);
        return;
      case Command::scale:
        return serve_feature_scale(*rows_, from);
      case Command::held_out_scores:
        return serve_held_out_scores(*rows_, from);
      case Command::predict:
        return serve_predict(*rows_, from);
      case Command::make_rows:
        return fleets_.make(from.take<bool>() ? std::exchange(shifted_, nullptr) : rows_, from);
      case Command::ask_rows:
        return fleets_.ask(from);
      case Command::end_rows:
        return fleets_.end(from);
      case Command::watch: {
        const auto seconds = from.take<double>();
        heartbeat_ = seconds > 0 ? watch_others(ranks_, seconds) : nullptr;
        gather(ranks_, this_process());
        return;
      }
      case Command::finish:
        return;
    }
  }

  Communicator& ranks_;
  std::shared_ptr<DistributedRows> rows_;
  std::shared_ptr<DistributedRows> shifted_;  ///< until a fleet has them
  ServedFleets fleets_;
  std::unique_ptr<Heartbeat> heartbeat_;
};

}  // namespace

int serve(Communicator& ranks) {
  const int exit_code = Worker(ranks).run();
  ranks.finish();
  return exit_code;
}

Watch::Watch(Communicator& ranks, double seconds) : ranks_(ranks) {
  broadcast(ranks, Message().add(Command::watch).add(seconds).take());
  heartbeat_ = watch_others(ranks, seconds);
  processes_ = gather(ranks, this_process());
}

Watch::~Watch() {
  heartbeat_.reset();
  ranks_.together_if_possible([&] {
    broadcast(ranks_, Message().add(Command::watch).add(0.0).take());
    gather(ranks_, {});
  });
}

void finish(Communicator& ranks, int exit_code) {
  if (ranks.is_disturbed()) ranks.abort(exit_code);
  broadcast(ranks, Message().add(Command::finish).add(exit_code).take());
  ranks.finish();
}

}  // namespace smsvm
