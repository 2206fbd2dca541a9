#pragma once

#include <string>
#include <string_view>

namespace smsvm::cli {

enum class FileKind { data, model, certificate, checkpoint };

/// By its first bytes, whatever its name. What is none of the others is taken for data, and so is what
/// cannot be read twice (a pipe).
FileKind recognise(const std::string& path);
/// "certificate", for messages.
std::string_view name_of(FileKind kind);

}  // namespace smsvm::cli
