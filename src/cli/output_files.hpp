#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/log.hpp"

namespace smsvm::cli {

/// An output as the command line names it: the option or argument, and the path given (empty: none).
struct Output {
  std::string name;
  std::string path;
};

/// Finds out before the work what would fail after it: an output that cannot be created, two outputs with one name, an
/// output that would replace an input. Touches no existing file.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

/// Throws Error if the input, where one is named, cannot be opened.
void check_input(const std::string& path);

/// Of the name, in lower case: ".csv".
std::string ending_of(const std::string& output);

/// Throws OptionError, with the advice, if OUT has the ending of another format.
void refuse_endings(const std::string& output, std::span<const std::string_view> endings, std::string_view advice);

/// Of files that are never written here.
inline constexpr std::array<std::string_view, 14> endings_of_others = {
    ".npy",  ".npz",  ".tsv", ".parquet", ".arrow", ".feather", ".xlsx",
    ".json", ".arff", ".h5",  ".gz",      ".bz2",   ".xz",      ".zst"};

/// Do nothing without a path; "-" is standard output.
void write_text(const std::string& path, const std::string& text);
void write_json(const std::string& path, const Json& value);

}  // namespace smsvm::cli
