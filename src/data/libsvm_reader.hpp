#pragma once

#include <cstddef>

#include "data/block_sink.hpp"
#include "data/complaints.hpp"
#include "data/source.hpp"
#include "data/text_part.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// How the text is gone through; never changes the result.
struct LibsvmPace {
  /// Lines that start within so many bytes are parsed together, by one thread.
  std::size_t chunk_bytes = std::size_t{1} << 18;
  /// So many chunks are parsed before their rows are laid out: what is read but not yet stored is bounded by this.
  std::size_t chunks_at_once = 16;
  /// Whether the lines that make a file large take the short way: see libsvm_row.hpp.
  bool in_a_hurry = true;
};

/// Reads libsvm/svmlight text. Rows with a complaint are left out (where complaints do not throw).
Dataset read_libsvm(const Source& source, const ReadOptions& options, Complaints& complaints,
                    const LibsvmPace& pace = {}, const BlockSinks& sinks = {});

/// The part of it that falls to this rank: see TextPart. All ranks do this together; what is said about the whole text
/// (features, labels, warnings, the first complaint) is the same as above.
Dataset read_libsvm_part(TextPart::Of of, const Source& source, const ReadOptions& options, Communicator& ranks);

}  // namespace smsvm
