#include "model/file_bytes.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(ErrorKind kind, const std::string& path, const char* what, int code) {
  throw Error(kind, fmt::format("{}: {}: {}", path, what, std::generic_category().message(code)));
}

}  // namespace

std::string file_bytes(const std::string& path) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(ErrorKind::no_input, path, "cannot open the file", errno);
  std::string bytes;
  std::array<char, 1 << 16> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    bytes.append(block.data(), count);
  }
  if (std::ferror(file.get())) {
    const int code = errno;
    fail(code == EISDIR ? ErrorKind::no_input : ErrorKind::input_output, path, "cannot read the file", code);
  }
  return bytes;
}

}  // namespace smsvm
