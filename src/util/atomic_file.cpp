#include "util/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr int most_links = 40;         // as the kernel allows
constexpr int most_attempts = 100000;  // names of temporary files left behind by killed processes

/// strerror, which is not safe among threads, by another name.
std::string meaning(int code) { return std::generic_category().message(code); }

/// Follows symbolic links also where the last one points to a file that does not exist yet.
std::filesystem::path follow_links(std::filesystem::path path) {
  std::error_code ignored;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(path, ignored); ++i) {
    const auto next = std::filesystem::read_symlink(path, ignored);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// 0, or errno. What cannot be synced at all (a pipe, a terminal) counts as synced.
int sync_descriptor(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINVAL || errno == ENOTSUP || errno == EROFS) return 0;
    if (errno != EINTR) return errno;
  }
  return 0;
}

/// Makes a rename in this folder survive a power failure. A folder that may be written but not read is left alone.
int sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const int code = sync_descriptor(descriptor);
  ::close(descriptor);
  return code;
}

void read_all(int descriptor, const std::string& path, std::uint64_t from, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(from));
    if (got == 0 || (got < 0 && errno != EINTR)) {
      const int code = got == 0 ? ENODATA : errno;
      throw Error(ErrorKind::input_output,
                  fmt::format("{}: cannot read back what was written: {}", path, meaning(code)));
    }
    if (got < 0) continue;
    from += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace

std::string folder_of(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

FileDescriptor::~FileDescriptor() {
  if (number_ >= 0) ::close(number_);
}

void FileDescriptor::read(const std::string& path, std::uint64_t from, std::span<char> bytes) const {
  read_all(number_, path, from, bytes);
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  buffer_.reserve(buffer_size);  // before there is a file that a failure would leave behind
  struct stat status {};
  const bool exists = path_ != "-" && ::stat(path_.c_str(), &status) == 0;
  if (path_ == "-" || (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
    open_in_place();
  } else {
    open_temporary();
  }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::open_in_place() {
  descriptor_ = path_ == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_to_create(errno);
}

void AtomicFile::open_temporary() {
  target_ = follow_links(path_).string();
  mode_t mode = 0666;  // less the umask
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (exists) {
    if (S_ISDIR(old.st_mode)) fail_to_create(EISDIR);
    // The rename would replace a write-protected file without asking.
    if (::access(target_.c_str(), W_OK) != 0) fail_to_create(errno);
    mode = old.st_mode & 0777;
  }
  const std::string folder = folder_of(target_);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    // A short name of its own: the target's name may already be as long as the file system allows.
    std::string name = fmt::format("{}/.smsvm-{}-{}.tmp", folder, ::getpid(), attempt);
    descriptor_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ >= 0) {
      temporary_ = std::move(name);
      break;
    }
    if (errno != EEXIST) fail_to_create(errno);
  }
  if (descriptor_ < 0) fail_to_create(EEXIST);
  if (exists && ::fchmod(descriptor_, mode) != 0) {  // what the umask took away
    const int code = errno;
    discard();
    fail_to_create(code);
  }
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), buffer_size - buffer_.size());
    buffer_.append(bytes.substr(0, count));
    bytes.remove_prefix(count);
    if (buffer_.size() == buffer_size) flush();
  }
}

void AtomicFile::read_back(std::uint64_t from, std::span<char> bytes) {
  flush();
  read_all(descriptor_, path_, from, bytes);
}

FileDescriptor AtomicFile::share() const {
  const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) fail_to_write(errno);
  return FileDescriptor(copy);
}

void AtomicFile::commit() {
  flush();
  sync();
  close();
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_to_create(errno);
  temporary_.clear();
  if (const int code = sync_folder(folder_of(target_)); code != 0) fail_to_write(code);
}

void AtomicFile::flush() {
  if (descriptor_ < 0) fail_to_write(EBADF);
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (const int code = errno; code != EINTR) {
      discard();  // a caller that goes on must not commit half a file
      fail_to_write(code);
    }
  }
  buffer_.clear();
}

void AtomicFile::sync() {
  if (const int code = sync_descriptor(descriptor_); code != 0) fail_to_write(code);
}

void AtomicFile::close() {
  // After EINTR Linux has closed the descriptor all the same: never close twice.
  const int result = ::close(std::exchange(descriptor_, -1));
  if (result != 0 && errno != EINTR) fail_to_write(errno);
}

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::fail_to_create(int code) const {
  throw Error(ErrorKind::cannot_create, fmt::format("{}: cannot create the file: {}", path_, meaning(code)));
}

void AtomicFile::fail_to_write(int code) const {
  const std::string name = path_ == "-" ? "standard output" : path_;
  const std::string message = fmt::format("{}: cannot write: {}", name, meaning(code));
  if (code == EPIPE) throw ClosedPipe(ErrorKind::input_output, message);
  throw Error(ErrorKind::input_output, message);
}

}  // namespace smsvm
