#include "data/rank_path.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace smsvm {
namespace {

struct Placeholder {
  std::size_t at = 0, size = 0;
  int digits = 0;
};

std::optional<Placeholder> place_of_rank(std::string_view path) {
  constexpr std::string_view begin = "{rank";
  for (std::size_t at = path.find(begin); at != std::string_view::npos; at = path.find(begin, at + 1)) {
    const std::string_view rest = path.substr(at + begin.size());
    if (rest.starts_with('}')) return Placeholder{at, begin.size() + 1};
    const bool is_padded = rest.size() >= 4 && rest.starts_with(":0") && rest[2] >= '1' && rest[2] <= '9';
    if (is_padded && rest[3] == '}') return Placeholder{at, begin.size() + 4, rest[2] - '0'};
  }
  return std::nullopt;
}

}  // namespace

bool names_a_file_for_each_rank(const std::string& path) { return place_of_rank(path).has_value(); }

std::string path_for_rank(const std::string& path, int rank) {
  const auto place = place_of_rank(path);
  if (!place) return path;
  return path.substr(0, place->at) + fmt::format("{:0{}}", rank, place->digits) + path.substr(place->at + place->size);
}

}  // namespace smsvm
