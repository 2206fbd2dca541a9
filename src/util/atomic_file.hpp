#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "smsvm/error.hpp"

namespace smsvm {

/// An open file, whatever becomes of its name.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  /// All of `bytes` from this byte on, or Error{input_output}, which names the file `path`.
  void read(const std::string& path, std::uint64_t from, std::span<char> bytes) const;

 private:
  int number_ = -1;
};

/// The folder that a file of this name is in; for standard output, the one at hand.
std::string folder_of(const std::string& file);

/// Whoever was to read standard output has gone: nobody is to be told.
struct ClosedPipe : Error {
  using Error::Error;
};

/// An output file that appears complete or not at all: the bytes go to a temporary file in the same folder, which
/// commit() syncs and renames over the target. Without commit() the temporary file is removed and an old file stays.
///
/// "-" is standard output; devices and pipes are written directly. An existing file keeps its permission bits, and a
/// symbolic link keeps pointing to its target, which is what is replaced.
///
/// Throws Error: cannot_create if the file cannot be opened or renamed, input_output if writing or syncing it fails.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// What was written before, from this byte on. Not from devices and pipes: Error{input_output}.
  void read_back(std::uint64_t from, std::span<char> bytes);
  void commit();
  /// To read what was written once it is committed.
  FileDescriptor share() const;

 private:
  void open_in_place();
  void open_temporary();
  void flush();
  void sync();
  void close();
  void discard() noexcept;
  [[noreturn]] void fail_to_create(int code) const;
  [[noreturn]] void fail_to_write(int code) const;

  std::string path_;       ///< as the caller spells it, for messages
  std::string target_;     ///< what the rename replaces: path_ with symbolic links followed
  std::string temporary_;  ///< empty when written in place
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace smsvm
