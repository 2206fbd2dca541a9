#pragma once

#include <string>

namespace smsvm::cli {

enum class FileKind { data, model, certificate };

/// By its first bytes, whatever its name. What is neither a model nor a certificate is taken for data, and so is what
/// cannot be read twice (a pipe).
FileKind recognise(const std::string& path);

}  // namespace smsvm::cli
