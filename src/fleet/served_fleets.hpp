#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"
#include "fleet/fleet.hpp"

namespace smsvm {

/// On each rank, over the rows that it has.
std::unique_ptr<Fleet> fleet_over(DistributedRows& rows, std::int64_t number, BackendOptions options);

/// On ranks other than the first: the fleets that rank 0 has made and not yet ended.
class ServedFleets {
 public:
  explicit ServedFleets(Communicator& ranks) : ranks_(ranks) {}

  // What follows the commands of these names; of make_rows, what follows its word on whose rows they are.
  void make(const std::shared_ptr<DistributedRows>& rows, MessageReader& from);
  void ask(MessageReader& from);
  void end(MessageReader& from);

 private:
  struct Served {
    std::shared_ptr<DistributedRows> rows;
    std::unique_ptr<Fleet> fleet;
    Answer answer = {};  ///< nobody reads it; its memory serves the next request
  };
  Communicator& ranks_;
  std::map<std::int64_t, Served> fleets_;
};

}  // namespace smsvm
