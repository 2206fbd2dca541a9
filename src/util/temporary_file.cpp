#include "util/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace smsvm {
namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& folder, int code) {
  throw Error(
      kind, fmt::format("{}: a temporary file cannot be {} there: {}", folder,
                        kind == ErrorKind::cannot_create ? "made" : "written", std::generic_category().message(code)));
}

/// Not every file system has files without a name: then one is made and its name taken away.
int open_unnamed(const std::string& folder) {
  const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
  std::string name = folder + "/.smsvm-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named < 0) fail(ErrorKind::cannot_create, folder, errno);
  ::unlink(name.c_str());
  return named;
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder) : folder_(std::move(folder)), file_(open_unnamed(folder_)) {}

void TemporaryFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(ErrorKind::input_output, folder_, errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void TemporaryFile::for_each_piece(std::size_t piece, const std::function<void(std::string_view)>& visit) const {
  std::string bytes;
  for (std::uint64_t from = 0; from < size_; from += bytes.size()) {
    bytes.resize(std::min<std::uint64_t>(piece, size_ - from));
    file_.read("a temporary file in " + folder_, from, bytes);
    visit(bytes);
  }
}

NumberPieces pieces_of(std::span<const double> numbers) {
  return [numbers](const auto& visit) {
    for (std::size_t from = 0; from < numbers.size(); from += numbers_of_piece)
      visit(numbers.subspan(from, std::min(numbers_of_piece, numbers.size() - from)));
  };
}

NumberPieces pieces_of(std::shared_ptr<const TemporaryFile> numbers) {
  return [numbers = std::move(numbers)](const auto& visit) {
    std::vector<double> some;
    numbers->for_each_piece(numbers_of_piece * sizeof(double), [&](std::string_view bytes) {
      some.resize(bytes.size() / sizeof(double));
      std::memcpy(some.data(), bytes.data(), bytes.size());
      visit(std::span<const double>(some));
    });
  };
}

}  // namespace smsvm
