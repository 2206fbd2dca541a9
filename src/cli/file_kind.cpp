#include "cli/file_kind.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "checkpoint/format.hpp"
#include "model/model_format.hpp"

namespace smsvm::cli {
namespace {

constexpr std::string_view certificate_start = "\x8aSMPROOF";
constexpr std::string_view liblinear_start = "solver_type";

}  // namespace

FileKind recognise(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return FileKind::data;
  std::array<char, 32> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view start(bytes.data(), static_cast<std::size_t>(file.gcount()));
  if (start.starts_with(certificate_start)) return FileKind::certificate;
  if (start.starts_with(checkpoint_magic)) return FileKind::checkpoint;
  const bool model = start.starts_with(liblinear_start) || start.starts_with(sparse_model_key);
  return model ? FileKind::model : FileKind::data;
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::data:
      return "data set";
    case FileKind::model:
      return "model";
    case FileKind::certificate:
      return "certificate";
    case FileKind::checkpoint:
      return "checkpoint";
  }
  return "";
}

}  // namespace smsvm::cli
