#include "data/npz_archive.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/excerpt.hpp"

namespace smsvm {
namespace {

constexpr std::string_view ending = ".npy";

}  // namespace

NpzArchive::NpzArchive(const Source& source) : zip_(source.bytes(), source.name()), file_(source.name()) {
  const auto is_array = [](const ZipMember& member) { return member.name.ends_with(ending); };
  if (!zip_.members().empty() && std::ranges::none_of(zip_.members(), is_array))
    fail(fmt::format("a zip archive of {}, not of arrays", in_quotes(zip_.members().front().name)), "unpack it first");
}

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

std::vector<std::string> NpzArchive::names() const {
  std::vector<std::string> names;
  for (const ZipMember& member : zip_.members()) {
    names.push_back(member.name);
    if (member.name.ends_with(ending)) names.back().resize(member.name.size() - ending.size());
  }
  return names;
}

std::string NpzArchive::list() const {
  const std::string text = list_in_quotes(names());
  return text.empty() ? "the archive is empty" : "the archive has " + text;
}

void NpzArchive::fail(const std::string& found, const std::string& expected) const {
  ArrayPlace{file_, {}}.fail(found, expected);
}

}  // namespace smsvm
