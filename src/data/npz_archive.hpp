#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/npy_format.hpp"
#include "data/source.hpp"
#include "data/zip_archive.hpp"

namespace smsvm {

/// An array of an archive, and the bytes it lies in.
struct NpzArray {
  ZipBytes bytes;
  NpyArray array;
  ArrayPlace place;
};

/// An .npz file: a zip archive of .npy files. The source must outlive it.
class NpzArchive {
 public:
  explicit NpzArchive(const Source& source);  ///< throws DataError if it is damaged or there is something else in it

  bool has(std::string_view name) const { return zip_.find(file_name(name)) != nullptr; }
  /// The first of the names that an array has.
  std::optional<std::string> first_of(std::initializer_list<std::string_view> names) const;
  NpzArray load(const std::string& name) const;  ///< throws DataError if there is none
  std::vector<std::string> names() const;
  std::string list() const;  ///< what there is, for messages
  const std::string& file() const { return file_; }

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

 private:
  static std::string file_name(std::string_view array) { return std::string(array) + ".npy"; }

  ZipArchive zip_;
  std::string file_;
};

}  // namespace smsvm
