#pragma once

#include "data/complaints.hpp"
#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A store (see store_format.hpp). The blocks of the result refer to the bytes of the source and keep them; labels,
/// weights and feature numbers are copied. The precision is that of the store.
///
/// Nothing in the file is believed: everything that the kernels rely on is checked before. Unless
/// options.trust_store, so are the checksum of every block and whether its values are finite. Blocks with a complaint
/// are left out (where complaints do not throw).
Dataset read_store(const Source& source, const ReadOptions& options, Complaints& complaints);

/// Of the blocks that fall to this rank, with the labels and weights of their rows.
Dataset read_store_part(const Source& source, const ReadOptions& options, int rank, int ranks);

}  // namespace smsvm
