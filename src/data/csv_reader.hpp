#pragma once

#include "data/block_sink.hpp"
#include "data/complaints.hpp"
#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// Comma- or otherwise separated values by RFC 4180; table_plan.hpp says what is made of the columns. Whatever is wrong
/// with a row goes to the complaints, and the row is left out. Throws OptionError about an option that does not fit,
/// DataError where it cannot be told how to read the table.
Dataset read_csv(const Source& source, const ReadOptions& options, Complaints& complaints,
                 const BlockSinks& sinks = {});

}  // namespace smsvm
