#include "cli/report_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cli/file_kind.hpp"
#include "cli/inspection.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/result/result_page.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t weights_of_a_model = 50;

/// Stops at once if it does not begin like an object: data may be larger than memory.
std::string read_object(std::istream& file, const std::string& source) {
  file >> std::ws;
  if (file.peek() != '{') {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: this is neither a model nor JSON; expected a model, or what train, path, cv or "
                            "predict --json wrote",
                            source));
  }
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw Error(ErrorKind::input_output, fmt::format("{}: reading failed", source));
  return text;
}

[[noreturn]] void refuse(const std::string& source, std::string_view kind) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{}: this is a {}; expected a model, or what train, path, cv or predict --json wrote", source, kind));
}

}  // namespace

void write_report(const std::string& path, const Json& facts) {
  if (!path.empty()) write_text(path, result_page_of_text(to_line(facts), path));
}

std::string report_on_model(const Model& model, const std::string& name) {
  Json facts = inspect_model(model, weights_of_a_model).facts;
  facts["file"] = name;
  return result_page_of_text(to_line(facts), name);
}

std::string report_on_file(const std::string& path) {
  const std::string source = display_name(path);
  if (path == "-") return result_page_of_text(read_object(std::cin, source), source);
  switch (recognise(path)) {
    case FileKind::model:
      return report_on_model(load_model(path), path);
    case FileKind::certificate:
    case FileKind::checkpoint:
      refuse(source, name_of(recognise(path)));
    case FileKind::data:
      break;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(ErrorKind::no_input, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  return result_page_of_text(read_object(file, source), source);
}

}  // namespace smsvm::cli
