#include "data/source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "data/decompress.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& name, int error) {
  throw Error(kind, fmt::format("{}: {}", name, std::generic_category().message(error)));
}

class File {
 public:
  File(const std::string& path, const std::string& name)
      : owned_(path != "-"), descriptor_(owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {
    if (descriptor_ < 0) fail(ErrorKind::no_input, name, errno);
  }
  ~File() {
    if (owned_) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  bool owned_;
  int descriptor_;
};

struct stat status_of(const File& file, const std::string& name) {
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) fail(ErrorKind::no_input, name, errno);
  if (S_ISDIR(status.st_mode)) fail(ErrorKind::no_input, name, EISDIR);
  return status;
}

/// Null if this file cannot be mapped (some file systems); it is then read.
std::shared_ptr<const void> map(const File& file, std::size_t size) {
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (start == MAP_FAILED) return nullptr;
  return {start, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); }};
}

std::string read_all(const File& file, const std::string& name) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t got = ::read(file.descriptor(), buffer.data(), buffer.size());
    if (got == 0) return text;
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      fail(ErrorKind::input_output, name, errno);
    }
  }
}

}  // namespace

Source::Source(std::shared_ptr<const void> owner, std::string_view bytes, std::string name)
    : owner_(std::move(owner)), bytes_(bytes), name_(std::move(name)) {}

Source Source::from_bytes(std::string bytes, std::string name) {
  const auto owned = std::make_shared<const std::string>(std::move(bytes));
  return {owned, *owned, std::move(name)};
}

// Only hints: whether they are taken changes nothing but the speed.
void Source::expect_one_pass() const {
  expect_passes();
  if (is_mapped_) ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(), MADV_WILLNEED);
}

void Source::expect_passes() const {
  if (is_mapped_) ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(), MADV_SEQUENTIAL);
}

void Source::give_back(std::string_view part) const {
  if (!is_mapped_) return;
  // Whole pages; not the one in which the part ends, where bytes may follow that are still wanted.
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(part.data()) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

Source Source::open(const std::string& path) {
  const std::string name = path == "-" ? "<stdin>" : path;
  const File file(path, name);
  const struct stat status = status_of(file, name);

  // Standard input may stand in the middle of a file: it is read from there on.
  const auto size = static_cast<std::size_t>(status.st_size);
  const bool mappable = S_ISREG(status.st_mode) && size > 0 && path != "-";
  std::shared_ptr<const void> mapped = mappable ? map(file, size) : nullptr;
  Source raw = mapped ? Source(mapped, {static_cast<const char*>(mapped.get()), size}, name)
                      : from_bytes(read_all(file, name), name);

  raw.is_mapped_ = mapped != nullptr;

  const Compression compression = compression_of(raw.bytes());
  if (compression == Compression::none) return raw;
  raw.expect_one_pass();
  return from_bytes(decompress(compression, raw.bytes(), name), name);
}

}  // namespace smsvm
