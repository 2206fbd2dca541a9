#pragma once

#include "data/block_sink.hpp"
#include "data/complaints.hpp"
#include "data/format.hpp"
#include "data/source.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// In whatever format it is, with the labels of --labels if they are asked for. Blocks go to the sinks, if there are
/// any, from formats that are read row by row; from the others (.npz, stores) they are in the data set all the same.
Dataset read_source(const Source& source, const ReadOptions& options, Complaints& complaints,
                    const BlockSinks& sinks = {});

/// Refuses options about the columns of a table where a format has none.
void check_table_options(const ReadOptions& options, Format format);

}  // namespace smsvm
