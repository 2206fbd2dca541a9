#pragma once

#include "data/block_sink.hpp"
#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A matrix saved by numpy.save. The label stands in the first column, or in options.label_column (a number from 1, or
/// "none" where labels are not required). Throws DataError, or OptionError about the label column.
Dataset read_npy(const Source& source, const ReadOptions& options, const BlockSinks& sinks = {});

}  // namespace smsvm
