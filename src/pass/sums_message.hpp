#pragma once

#include "distributed/message.hpp"
#include "pass/pass.hpp"

namespace smsvm {

/// As they travel between ranks: the triangle of H alone, row after row.
void write(Message& to, const Sums& sums);
void read(MessageReader& from, Sums& sums);

}  // namespace smsvm
