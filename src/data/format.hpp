#pragma once

#include <string_view>

namespace smsvm {

enum class Format { libsvm, csv, npy, npz };

/// By the extension (.csv, .tsv, .npy, .npz; a .gz, .bz2, .xz or .zst after it plays no role), otherwise by the first
/// bytes of the decompressed content, otherwise libsvm text.
Format format_of(std::string_view path, std::string_view bytes);

}  // namespace smsvm
