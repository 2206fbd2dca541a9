#pragma once

#include "data/block_sink.hpp"
#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A matrix saved by numpy.save; table_plan.hpp says which column is the label. Throws DataError, or OptionError about
/// an option that does not fit.
Dataset read_npy(const Source& source, const ReadOptions& options, const BlockSinks& sinks = {});

}  // namespace smsvm
