#include "data/format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "data/store_format.hpp"
#include "data/text_kind.hpp"
#include "util/text.hpp"

namespace smsvm {
namespace {

using namespace std::string_view_literals;

constexpr std::array compressed = {".gz"sv, ".bz2"sv, ".xz"sv, ".zst"sv};
constexpr std::array formats = {std::pair(".csv"sv, Format::csv), std::pair(".tsv"sv, Format::csv),
                                std::pair(".npy"sv, Format::npy), std::pair(".npz"sv, Format::npz),
                                std::pair(".store"sv, Format::store)};
constexpr std::array libsvm_endings = {".svm"sv, ".libsvm"sv, ".svmlight"sv};

}  // namespace

Format format_of(std::string_view path, std::string_view bytes, TextFormat text) {
  if (bytes.starts_with(store_magic)) return Format::store;
  if (text != TextFormat::automatic) return text == TextFormat::csv ? Format::csv : Format::libsvm;
  std::string name = in_lower_case(path);
  const auto ends_name = [&](std::string_view extension) { return name.ends_with(extension); };
  if (const auto* const extension = std::find_if(compressed.begin(), compressed.end(), ends_name);
      extension != compressed.end()) {
    name.resize(name.size() - extension->size());
  }
  for (const auto& [extension, format] : formats) {
    if (ends_name(extension)) return format;
  }
  if (bytes.starts_with("\x93NUMPY"sv)) return Format::npy;
  if (bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv)) return Format::npz;
  if (std::ranges::any_of(libsvm_endings, ends_name)) return Format::libsvm;
  return looks_like_table(bytes.substr(bytes.starts_with("\xEF\xBB\xBF"sv) ? 3 : 0)) ? Format::csv : Format::libsvm;
}

Format format_of(const Source& source, const ReadOptions& options) {
  const Format format = format_of(source.name(), source.bytes(), options.text_format);
  const bool may_be_table = format == Format::libsvm && options.text_format == TextFormat::automatic && options.table;
  return may_be_table && source.text().find(':') == std::string_view::npos ? Format::csv : format;
}

}  // namespace smsvm
