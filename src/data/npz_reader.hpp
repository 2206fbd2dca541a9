#pragma once

#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// Arrays saved by numpy.savez or savez_compressed: the matrix is called X, x or data, the labels y, labels or target
/// (the first of these that is there). Or a CSR matrix saved by scipy.sparse.save_npz, with the labels as one more
/// array of these names. options.label_column names another array as the labels; "none", where labels are not required,
/// leaves them out. Throws DataError, or OptionError about the label column.
Dataset read_npz(const Source& source, const ReadOptions& options);

}  // namespace smsvm
