#pragma once

#include <string>

#include "report/plot.hpp"
#include "report/series_style.hpp"

/// How a series is drawn, the same among the data and in the legend.
namespace smsvm::report {

/// Of a series in the background; where these are many, each is fainter.
std::string background_attributes(bool crowded);
std::string line_attributes(const SeriesStyle& style, const Series& series);
std::string guide_attributes(std::size_t index);
std::string marker_attributes(const SeriesStyle& style);
std::string marker_path(const SeriesStyle& style, double x, double y);

}  // namespace smsvm::report
