#pragma once

#include <string>

#include "report/plot.hpp"
#include "report/plot_layout.hpp"

/// The parts of a plot, each as SVG.
namespace smsvm::report {

std::string svg_axes(const PlotLayout& layout);  ///< title, labels, ticks, grid
std::string svg_data(const Plot& plot, const PlotLayout& layout);
std::string svg_legend(const Plot& plot, const PlotLayout& layout);

/// A place in the drawing, with at most one decimal.
std::string coordinate(double value);

}  // namespace smsvm::report
