#pragma once

#include "data/npz_archive.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

/// The matrix that scipy.sparse.save_npz wrote, as a data set without labels. Throws DataError if it is not in CSR
/// format, or damaged. Rows may be unsorted; a column that a row has twice is an error.
Dataset read_csr(const NpzArchive& archive, Precision precision);

}  // namespace smsvm
