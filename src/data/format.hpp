#pragma once

#include <string_view>

#include "data/source.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

enum class Format { libsvm, csv, npy, npz, store };

/// A store by its first bytes, whatever its name. Others by the extension (.csv, .tsv, .npy, .npz, .store, .svm,
/// .libsvm, .svmlight; a .gz, .bz2, .xz or .zst after it plays no role), otherwise by the decompressed content: NumPy's
/// by its first bytes, text by its first lines, which are a table if they have the same number of fields and no
/// index:value, and libsvm text if not. `text`: what the user says it is.
Format format_of(std::string_view path, std::string_view bytes, TextFormat text = TextFormat::automatic);

/// Of what is read with these options: for the model of a table, text without any index:value is a table, of a single
/// column or row too.
Format format_of(const Source& source, const ReadOptions& options);

}  // namespace smsvm
