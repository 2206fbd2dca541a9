#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "util/atomic_file.hpp"

namespace smsvm {

/// Bytes that are to be read again and would take too much memory: a file in this folder that has no name and goes with
/// this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string folder);

  void append(std::string_view bytes);
  std::uint64_t size() const { return size_; }
  /// Calls visit(bytes) for all of it, one piece after the other.
  void for_each_piece(std::size_t piece, const std::function<void(std::string_view)>& visit) const;

 private:
  std::string folder_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
};

/// Calls its argument with some numbers, and again until it has had all of them. The pieces are the same every time.
using NumberPieces = std::function<void(const std::function<void(std::span<const double>)>&)>;
inline constexpr std::size_t numbers_of_piece = std::size_t{1} << 20;

NumberPieces pieces_of(std::span<const double> numbers);
NumberPieces pieces_of(std::shared_ptr<const TemporaryFile> numbers);

}  // namespace smsvm
