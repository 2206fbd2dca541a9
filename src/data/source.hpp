#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace smsvm {

/// The bytes of an input, whoever owns them: a plain file is mapped, anything else (compressed, a pipe, standard input)
/// is held in memory, decompressed. Copies share the bytes.
///
/// A mapped file must not be truncated by someone else while it is read: the kernel then ends the process (SIGBUS).
class Source {
 public:
  /// "-" is standard input. Throws Error{no_input} if it cannot be opened, Error{input_output} if reading fails,
  /// DataError if a compressed stream is truncated or corrupt.
  static Source open(const std::string& path);
  /// For what is in memory already.
  static Source from_bytes(std::string bytes, std::string name);

  std::string_view bytes() const { return bytes_; }
  /// The same without UTF-8's mark in front, which some editors write.
  std::string_view text() const { return bytes_.substr(bytes_.starts_with("\xEF\xBB\xBF") ? 3 : 0); }
  /// As messages give it: the path, or "<stdin>".
  const std::string& name() const { return name_; }

  /// Whether the bytes are a file as it is, so that others who open it see the same.
  bool is_plain_file() const { return is_mapped_; }

  /// Keeps the bytes where they are for as long as it lives.
  const std::shared_ptr<const void>& owner() const { return owner_; }

  /// The caller will look at all bytes once, in order: a mapped file is asked for at once.
  void expect_one_pass() const;
  /// The caller will look at the bytes again and again, in order: a mapped file, which may be larger than memory, is
  /// read ahead as it goes.
  void expect_passes() const;
  /// The caller will not look at this part of the bytes again (it may, but then waits for the disk): a mapped file's
  /// memory is given back.
  void give_back(std::string_view part) const;

 private:
  Source(std::shared_ptr<const void> owner, std::string_view bytes, std::string name);

  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
  std::string name_;
  bool is_mapped_ = false;
};

}  // namespace smsvm
