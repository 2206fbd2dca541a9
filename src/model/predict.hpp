#pragma once

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"

namespace smsvm {

/// predict() on other ranks than the first, after the command of this name.
void serve_predict(const DistributedRows& rows, MessageReader& from);

}  // namespace smsvm
