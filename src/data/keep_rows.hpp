#pragma once

#include <memory>

#include "data/distributed_rows.hpp"

namespace smsvm {

/// keep_rows() on other ranks than the first, after the command of this name.
std::shared_ptr<DistributedRows> serve_keep_rows(const DistributedRows& rows);

}  // namespace smsvm
