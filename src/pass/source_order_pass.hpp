#pragma once

#include <memory>

#include "pass/pass.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

/// The same pass for whoever knows rows by their numbers: what it is given and what it tells about each row is put from
/// the one order into the other. What a checkpoint keeps stays in the order of the pass, which the same data have
/// again.
std::unique_ptr<Pass> in_source_order(std::unique_ptr<Pass> stored, std::shared_ptr<const RowOrder> order);

}  // namespace smsvm
