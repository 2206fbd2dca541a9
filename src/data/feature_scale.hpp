#pragma once

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"

namespace smsvm {

/// feature_scale() on other ranks than the first, after the command `scale`.
void serve_feature_scale(const DistributedRows& rows, MessageReader& from);

}  // namespace smsvm
