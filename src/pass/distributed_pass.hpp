#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"
#include "pass/pass.hpp"

namespace smsvm {

// A pass over rows that lie with several ranks. Rank 0 runs the solver; whatever it asks of its pass it has all ranks
// ask of theirs, over their own rows: one command a verb, and one message from each rank for what it found.

/// On rank 0.
std::unique_ptr<Pass> make_distributed_pass(DistributedRows& rows, const std::vector<Target>& problems,
                                            bool has_intercept, std::uint64_t seed, int threads,
                                            std::function<bool()> keep_going);

/// On the others: the passes that rank 0 has made and not yet ended.
class ServedPasses {
 public:
  explicit ServedPasses(Communicator& ranks) : ranks_(ranks) {}

  // What follows the commands of these names; of make_pass, what follows its word on whose rows they are.
  void make_pass(const std::shared_ptr<DistributedRows>& rows, MessageReader& from);
  void ask_pass(MessageReader& from);
  void end_pass(MessageReader& from);

 private:
  struct Served {
    std::shared_ptr<DistributedRows> rows;
    std::unique_ptr<Pass> pass;
  };
  Communicator& ranks_;
  std::map<std::int64_t, Served> passes_;
};

}  // namespace smsvm
