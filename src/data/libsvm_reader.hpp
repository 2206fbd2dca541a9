#pragma once

#include <cstddef>

#include "data/complaints.hpp"
#include "data/source.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// Lines that start within so many bytes are parsed together, by one thread; never changes the result.
constexpr std::size_t libsvm_chunk_bytes = std::size_t{1} << 20;

/// Reads libsvm/svmlight text. Rows with a complaint are left out (where complaints do not throw).
Dataset read_libsvm(const Source& source, const ReadOptions& options, Complaints& complaints,
                    std::size_t chunk_bytes = libsvm_chunk_bytes);

}  // namespace smsvm
