#include "cli/output_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "smsvm/error.hpp"
#include "util/atomic_file.hpp"
#include "util/text.hpp"

namespace smsvm::cli {
namespace {

namespace fs = std::filesystem;

bool is_regular_or_new(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::is_regular_file(status) || !fs::exists(status);
}

/// Devices and pipes may well be named twice.
bool same_file(const std::string& one, const std::string& other) {
  if (one == "-" || other == "-") return one == other;
  if (!is_regular_or_new(one) || !is_regular_or_new(other)) return false;
  std::error_code ignored;
  if (fs::equivalent(one, other, ignored)) return true;
  // Files that do not exist yet: an absolute path first, or the folder of a bare name would not be resolved.
  const fs::path first = fs::weakly_canonical(fs::absolute(one, ignored), ignored);
  return !first.empty() && first == fs::weakly_canonical(fs::absolute(other, ignored), ignored);
}

void check_can_be_created(const std::string& path) {
  std::error_code ignored;
  // Opening a pipe and closing it again would end whoever reads it.
  if (path == "-" || (!is_regular_or_new(path) && !fs::is_directory(path, ignored))) return;
  const AtomicFile probe(path);  // never committed: only its temporary file comes and goes
}

}  // namespace

void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::vector<Output> given;
  std::ranges::copy_if(outputs, std::back_inserter(given), [](const Output& output) { return !output.path.empty(); });
  for (std::size_t i = 0; i < given.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_file(given[i].path, given[j].path)) continue;
      const std::string where = given[i].path == "-" ? "standard output" : given[i].path;
      throw OptionError(fmt::format("{} and {} would both be written to {}", given[j].name, given[i].name, where));
    }
    for (const std::string& input : inputs) {
      if (!input.empty() && input != "-" && same_file(given[i].path, input)) {
        throw OptionError(fmt::format("{} would replace the input {}", given[i].name, input));
      }
    }
  }
  for (const Output& output : given) check_can_be_created(output.path);
}

void check_input(const std::string& path) {
  if (path.empty() || path == "-") return;
  errno = 0;
  if (!std::ifstream(path))
    throw Error(ErrorKind::no_input, fmt::format("{}: {}", path, std::generic_category().message(errno)));
}

std::string ending_of(const std::string& output) { return in_lower_case(fs::path(output).extension().string()); }

void refuse_endings(const std::string& output, std::span<const std::string_view> endings, std::string_view advice) {
  const std::string ending = ending_of(output);
  if (std::ranges::find(endings, ending) != endings.end())
    throw OptionError(fmt::format("{}: no {} file is written here; {}", output, ending, advice));
}

void write_text(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

void write_json(const std::string& path, const Json& value) { write_text(path, to_line(value)); }

}  // namespace smsvm::cli
