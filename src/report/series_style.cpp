#include "report/series_style.hpp"

namespace smsvm::report {
namespace {

using namespace std::string_view_literals;

struct Marker {
  std::string_view path;
  bool hollow = false;
};

constexpr std::string_view circle = "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z";
constexpr std::string_view square = "m-3.6-3.6h7.2v7.2h-7.2z";
constexpr std::string_view triangle = "m0-4.9l4.7 8.1h-9.4z";
constexpr std::string_view diamond = "m0-5.1l4.6 5.1-4.6 5.1-4.6-5.1z";
constexpr std::string_view triangle_on_its_tip = "m0 4.9l4.7-8.1h-9.4z";
constexpr std::string_view plus = "m-1.5-4.6h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1v-3h3.1z";
constexpr std::string_view cross =
    "m0-2.1l2.4-2.4 2.1 2.1-2.4 2.4 2.4 2.4-2.1 2.1-2.4-2.4-2.4 2.4-2.1-2.1 2.4-2.4-2.4-2.4 2.1-2.1z";
constexpr std::string_view star = "m0-5.4l1.3 3.6 3.8.1-3 2.4 1.1 3.7-3.2-2.2-3.2 2.2 1.1-3.7-3-2.4 3.8-.1z";

constexpr std::array<Marker, 10> markers = {{{circle},
                                             {square},
                                             {triangle},
                                             {diamond},
                                             {triangle_on_its_tip},
                                             {plus},
                                             {cross},
                                             {star},
                                             {circle, true},
                                             {square, true}}};

constexpr std::array dashes = {""sv, "7 3"sv, "2 3"sv, "9 3 2 3"sv, "5 2"sv, "12 4"sv};

}  // namespace

SeriesStyle series_style(std::size_t index) {
  const Marker& marker = markers.at((index + index / series_paints.size()) % markers.size());
  return {series_paints.at(index % series_paints.size()), marker.path, marker.hollow, dashes.at(index % dashes.size())};
}

}  // namespace smsvm::report
