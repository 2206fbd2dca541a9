#include "data/npz_archive.hpp"

#include <fmt/format.h>

#include "data/excerpt.hpp"

namespace smsvm {

std::optional<std::string> NpzArchive::first_of(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    if (has(name)) return std::string(name);
  }
  return std::nullopt;
}

NpzArray NpzArchive::load(const std::string& name) const {
  const ZipMember* const member = zip_.find(file_name(name));
  if (!member) fail(fmt::format("no array is called '{}'", name), list());
  ArrayPlace place{file_, name};
  // The header says how long the array is. Only if the archive agrees, that much memory is taken.
  const NpyHeader header = parse_npy_header(zip_.head(*member, longest_npy_header).bytes, place);
  check_npy_size(header, member->size, place);
  ZipBytes bytes = zip_.extract(*member);
  const NpyArray array = parse_npy(bytes.bytes, place);
  return {std::move(bytes), array, std::move(place)};
}

std::string NpzArchive::list() const {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < zip_.members().size(); ++i) {
    if (i == most) return text + ", …";
    std::string_view name = zip_.members()[i].name;
    if (name.ends_with(".npy")) name.remove_suffix(4);
    text += (i == 0 ? "" : ", ") + in_quotes(name);
  }
  return text.empty() ? "the archive is empty" : "the archive has " + text;
}

void NpzArchive::fail(const std::string& found, const std::string& expected) const {
  ArrayPlace{file_, {}}.fail(found, expected);
}

}  // namespace smsvm
