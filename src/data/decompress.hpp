#pragma once

#include <string>
#include <string_view>

namespace smsvm {

enum class Compression { none, gzip, bzip2, xz, zstd };

/// By the first bytes, whatever the file is called.
Compression compression_of(std::string_view bytes);

/// All streams, members or frames of the input, one after the other. Throws DataError, naming the file, if the stream
/// is truncated or corrupt.
std::string decompress(Compression compression, std::string_view bytes, const std::string& name);

}  // namespace smsvm
