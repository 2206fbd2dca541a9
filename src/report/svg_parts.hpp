#pragma once

#include <string>

#include "report/plot.hpp"
#include "report/plot_layout.hpp"

/// The parts of a plot, each as SVG.
namespace smsvm::report {

std::string svg_axes(const PlotLayout& layout);  ///< title, labels, ticks, grid
std::string svg_data(const Plot& plot, const PlotLayout& layout);
std::string svg_legend(const Plot& plot, const PlotLayout& layout);

/// The whole drawing around its content: as wide as a plot, on its paper, with what a reader is told who does not see
/// it.
std::string svg_frame(const std::string& title, const std::string& description, double height,
                      const std::string& content);

/// A place in the drawing, with at most one decimal.
std::string coordinate(double value);

}  // namespace smsvm::report
