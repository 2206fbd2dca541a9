#pragma once

#include <memory>
#include <string>

#include "data/distributed_rows.hpp"
#include "distributed/message.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

// Reading on several ranks. Each reads its part of a store or of a libsvm text; what can only be read from its
// beginning (compressed, standard input) or in one piece (CSV, .npy) is read by rank 0 and dealt out.

/// As read(), on rank 0, which deals the rows to all ranks.
Dataset read_on_ranks(const std::string& path, const ReadOptions& options, Communicator& ranks);
/// The same in a precision that was chosen.
Dataset read_distributed(const std::string& path, const ReadOptions& options, Communicator& ranks);

/// On the others, after the command `read`; throws FailedTogether where rank 0 reports a failure.
std::shared_ptr<DistributedRows> serve_read(Communicator& ranks, MessageReader& from);

/// What rank 0 says of the rows of all ranks. All ranks do this together; the others get nothing.
Dataset data_of(const std::shared_ptr<DistributedRows>& rows);

}  // namespace smsvm
