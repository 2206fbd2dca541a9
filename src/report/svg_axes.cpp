#include <fmt/format.h>

#include <string_view>

#include "report/markup.hpp"
#include "report/paint.hpp"
#include "report/svg_parts.hpp"

namespace smsvm::report {
namespace {

constexpr double minor_tick = 3.5;

std::string lines_of_text(const std::vector<std::string>& lines, double x, double first_baseline) {
  std::string text;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    text += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", coordinate(x),
                        coordinate(first_baseline + static_cast<double>(line) * line_height), escape_xml(lines[line]));
  }
  return text;
}

std::string group(std::string_view attributes, const std::string& content) {
  return content.empty() ? "" : fmt::format("<g {}>\n{}</g>\n", attributes, content);
}

std::string texts(const PlotLayout& layout) {
  return group(fmt::format(R"(class="title" font-size="{}" font-weight="600" {})", title_size, fill(ink)),
               lines_of_text(layout.title, border, layout.title_baseline)) +
         group(fmt::format(R"(class="y-label" {})", fill(muted)),
               lines_of_text(layout.y_label, border, layout.y_label_baseline)) +
         group(fmt::format(R"(class="top-label" text-anchor="end" {})", fill(muted)),
               lines_of_text(layout.top_label, plot_width - border, layout.top_label_baseline)) +
         group(fmt::format(R"(class="x-label" text-anchor="middle" {})", fill(muted)),
               lines_of_text(layout.x_label, layout.across(0.5), layout.x_label_baseline));
}

std::string grid_lines(const PlotLayout& layout) {
  std::string path;
  for (const Tick& tick : layout.x_ticks) {
    if (tick.label.empty()) continue;
    path += fmt::format("M{} {}V{}", coordinate(layout.across(layout.x.share(tick))), coordinate(layout.bottom),
                        coordinate(layout.top));
  }
  for (const Tick& tick : layout.y_ticks) {
    if (tick.label.empty()) continue;
    path += fmt::format("M{} {}H{}", coordinate(layout.left), coordinate(layout.up(layout.y.share(tick))),
                        coordinate(layout.right));
  }
  return fmt::format("<path class=\"grid\" d=\"{}\" {}/>\n", path, stroke(grid));
}

/// With the minor ticks, which have no lines of the grid.
std::string axis_lines(const PlotLayout& layout) {
  std::string path = fmt::format("M{} {}V{}H{}", coordinate(layout.left), coordinate(layout.top),
                                 coordinate(layout.bottom), coordinate(layout.right));
  for (const Tick& tick : layout.x_ticks) {
    if (!tick.label.empty()) continue;
    path += fmt::format("M{} {}v-{}", coordinate(layout.across(layout.x.share(tick))), coordinate(layout.bottom),
                        coordinate(minor_tick));
  }
  for (const Tick& tick : layout.y_ticks) {
    if (!tick.label.empty()) continue;
    path += fmt::format("M{} {}h{}", coordinate(layout.left), coordinate(layout.up(layout.y.share(tick))),
                        coordinate(minor_tick));
  }
  for (const TopText& top : layout.top_texts)
    path += fmt::format("M{} {}v{}", coordinate(top.x), coordinate(layout.top), coordinate(minor_tick));
  return fmt::format("<path class=\"axes\" d=\"{}\" {}/>\n", path, stroke(muted));
}

std::string tick_labels(const PlotLayout& layout) {
  std::string x_labels, y_labels;
  for (const Tick& tick : layout.x_ticks) {
    if (tick.label.empty()) continue;
    x_labels += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", coordinate(layout.across(layout.x.share(tick))),
                            coordinate(layout.bottom + line_height), escape_xml(tick.label));
  }
  for (const Tick& tick : layout.y_ticks) {
    if (tick.label.empty()) continue;
    y_labels += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", coordinate(layout.left - tick_gap),
                            coordinate(layout.up(layout.y.share(tick)) + below_middle), escape_xml(tick.label));
  }
  std::string top_texts;
  for (const TopText& top : layout.top_texts) {
    top_texts += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", coordinate(top.x),
                             coordinate(layout.top - tick_gap), escape_xml(top.text));
  }
  return group(fmt::format(R"(class="top-ticks" text-anchor="middle" {})", fill(ink)), top_texts) +
         group(fmt::format(R"(class="x-ticks" text-anchor="middle" {})", fill(ink)), x_labels) +
         group(fmt::format(R"(class="y-ticks" text-anchor="end" {})", fill(ink)), y_labels);
}

}  // namespace

std::string svg_axes(const PlotLayout& layout) {
  return texts(layout) + grid_lines(layout) + axis_lines(layout) + tick_labels(layout);
}

}  // namespace smsvm::report
