#pragma once

#include "data/block_sink.hpp"
#include "data/complaints.hpp"
#include "data/format.hpp"
#include "data/source.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// In whatever format it is. Blocks go to the sinks, if there are any, from formats that are read row by row; from the
/// others (.npz, stores) they are in the data set all the same.
Dataset read_source(const Source& source, const ReadOptions& options, Complaints& complaints,
                    const BlockSinks& sinks = {});

/// Refuses --weight-column where a format has no columns for it.
void check_weight_column(const ReadOptions& options, Format format);

}  // namespace smsvm
