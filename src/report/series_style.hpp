#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "report/paint.hpp"

namespace smsvm::report {

/// What tells a series from the others, also for readers who do not see all colours.
struct SeriesStyle {
  Paint paint;
  std::string_view marker;  ///< a path from its centre, in relative coordinates
  bool hollow = false;      ///< the marker is an outline
  std::string_view dashes;  ///< of a line without markers; empty: solid
};

/// Ten colours and ten markers; beyond, the colours return with other markers.
SeriesStyle series_style(std::size_t index);

// The first six after Okabe and Ito; the others keep apart from them in lightness as well as in hue.
inline constexpr std::array<Paint, 10> series_paints = {{{"--plot-series-1", "#0072b2"},
                                                         {"--plot-series-2", "#d55e00"},
                                                         {"--plot-series-3", "#009e73"},
                                                         {"--plot-series-4", "#cc79a7"},
                                                         {"--plot-series-5", "#e69f00"},
                                                         {"--plot-series-6", "#56b4e9"},
                                                         {"--plot-series-7", "#332288"},
                                                         {"--plot-series-8", "#882255"},
                                                         {"--plot-series-9", "#7a7a1f"},
                                                         {"--plot-series-10", "#6b6b6b"}}};

/// The same hues for a dark page.
inline constexpr std::array<std::string_view, series_paints.size()> dark_series_colours = {
    "#4c9fe6", "#f0803c", "#2fc79a", "#e79ac6", "#f2b632", "#93d4f7", "#a99bf0", "#dc6a96", "#bdbd52", "#b0b0b0"};

}  // namespace smsvm::report
