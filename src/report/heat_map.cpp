#include "report/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "report/markup.hpp"
#include "report/plot_layout.hpp"
#include "report/series_style.hpp"
#include "report/svg_parts.hpp"
#include "report/text_width.hpp"

namespace smsvm::report {
namespace {

constexpr int shades = 8;
constexpr double widest_row_name = 130, longest_column_name = 96;
constexpr double tallest_row = 20, shortest_row = 4, most_height = 460;
constexpr double name_distance = 15;  ///< between the middles of two names, one below the other
constexpr double between_names = 10;  ///< between two names side by side
constexpr double swatch_width = 20, swatch_height = 12;
constexpr std::size_t most_titles = 2'000;  ///< a page must open quickly

const Paint& hue(bool negative) { return series_paints.at(negative ? 1 : 0); }

double opacity(int shade) { return 0.1 + 0.9 * shade / shades; }

double greatest_of(const HeatMap& map) {
  double greatest = 0;
  for (const HeatMap::Cell& cell : map.cells)
    if (std::isfinite(cell.value)) greatest = std::max(greatest, std::abs(cell.value));
  return greatest;
}

/// Where rows and columns lie, and which of them have room for a name.
struct HeatGrid {
  double left = border, top = 0, cell_width = 0, cell_height = 0;
  std::size_t row_stride = 1, column_stride = 1;
  bool upright = false;  ///< names of columns, from below to above
  double column_names_height = line_height;
  std::vector<std::string> row_names, column_names;

  HeatGrid(const HeatMap& map, double from) : top(from) {
    for (const std::string& name : map.rows) {
      row_names.push_back(shortened(name, widest_row_name, text_size));
      left = std::max(left, border + text_width(row_names.back(), text_size) + tick_gap);
    }
    cell_width = (plot_width - border - left) / static_cast<double>(std::max<std::size_t>(1, map.columns.size()));
    const double share = most_height / static_cast<double>(std::max<std::size_t>(1, map.rows.size()));
    cell_height = std::clamp(share, shortest_row, tallest_row);
    row_stride = stride(name_distance, cell_height);
    double widest = 0;
    for (const std::string& name : map.columns) {
      column_names.push_back(shortened(name, longest_column_name, text_size));
      widest = std::max(widest, text_width(column_names.back(), text_size));
    }
    const std::size_t lying = stride(widest + between_names, cell_width), standing = stride(name_distance, cell_width);
    upright = lying > 2 * standing;
    column_stride = upright ? standing : lying;
    if (upright) column_names_height = widest + 4;
  }

  double bottom() const { return top + cell_height * static_cast<double>(row_names.size()); }
  double x(std::size_t column) const { return left + cell_width * static_cast<double>(column); }
  double y(std::size_t row) const { return top + cell_height * static_cast<double>(row); }

 private:
  static std::size_t stride(double needed, double size) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(needed / size)));
  }
};

std::string names(const HeatMap& map, const HeatGrid& grid) {
  std::string of_rows, of_columns;
  for (std::size_t row = 0; row < map.rows.size(); row += grid.row_stride) {
    of_rows += fmt::format("<text x=\"{}\" y=\"{}\"><title>{}</title>{}</text>\n", coordinate(grid.left - tick_gap),
                           coordinate(grid.y(row) + grid.cell_height / 2 + below_middle), escape_xml(map.rows[row]),
                           escape_xml(grid.row_names[row]));
  }
  for (std::size_t column = 0; column < map.columns.size(); column += grid.column_stride) {
    const double x = grid.x(column) + grid.cell_width / 2, y = grid.bottom() + tick_gap;
    const std::string place =
        grid.upright
            ? fmt::format("transform=\"translate({} {})rotate(-90)\" text-anchor=\"end\"", coordinate(x + below_middle),
                          coordinate(y))
            : fmt::format("x=\"{}\" y=\"{}\" text-anchor=\"middle\"", coordinate(x), coordinate(y + text_size - 2));
    of_columns += fmt::format("<text {}><title>{}</title>{}</text>\n", place, escape_xml(map.columns[column]),
                              escape_xml(grid.column_names[column]));
  }
  return fmt::format("<g class=\"row-names\" text-anchor=\"end\" {}>\n{}</g>\n<g class=\"column-names\" {}>\n{}</g>\n",
                     fill(ink), of_rows, fill(ink), of_columns);
}

/// Cells of one shade are one group; each is an element of its own only where it has something to say.
std::string cells(const HeatMap& map, const HeatGrid& grid, double greatest) {
  std::map<std::pair<bool, int>, std::string> of_shade;
  const bool titled = map.cells.size() <= most_titles;
  for (const HeatMap::Cell& cell : map.cells) {
    if (cell.row >= map.rows.size() || cell.column >= map.columns.size()) continue;
    if (!std::isfinite(cell.value) || cell.value == 0) continue;
    // By square roots, so that small values are seen.
    const int shade = std::max(1, static_cast<int>(std::ceil(shades * std::sqrt(std::abs(cell.value) / greatest))));
    const std::string path =
        fmt::format("M{} {}h{}v{}h-{}z", coordinate(grid.x(cell.column)), coordinate(grid.y(cell.row)),
                    coordinate(grid.cell_width), coordinate(grid.cell_height), coordinate(grid.cell_width));
    std::string& group = of_shade[{cell.value < 0, shade}];
    group += titled
                 ? fmt::format("<path class=\"cell\" d=\"{}\"><title>{}</title></path>\n", path, escape_xml(cell.exact))
                 : path;
  }
  std::string drawn;
  for (const auto& [key, content] : of_shade) {
    const std::string attributes = fmt::format("{} fill-opacity=\"{:.2f}\"", fill(hue(key.first)), opacity(key.second));
    drawn += titled ? fmt::format("<g {}>\n{}</g>\n", attributes, content)
                    : fmt::format("<path class=\"cells\" d=\"{}\" {}/>\n", content, attributes);
  }
  return drawn;
}

std::string value_text(const HeatMap& map, double value) {
  return map.percent ? fmt::format("{:.3g} %", 100 * value) : fmt::format("{:.3g}", value);
}

/// The shades of one sign, with the values at both ends and in the middle, and what the sign means.
std::string key(const HeatMap& map, bool negative, double greatest, double y) {
  std::string drawn;
  double x = border;
  for (int shade = 1; shade <= shades; ++shade) {
    drawn += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {} fill-opacity=\"{:.2f}\"/>",
                         coordinate(x), coordinate(y), coordinate(swatch_width), coordinate(swatch_height),
                         fill(hue(negative)), opacity(shade));
    x += swatch_width;
  }
  const std::string sign = negative && !map.percent ? "−" : "";
  const std::string range =
      fmt::format("0 … {0}{1} … {0}{2}", sign, value_text(map, greatest / 4), value_text(map, greatest));
  const std::string text = fmt::format("{}  {}", range, negative ? map.negative : map.positive);
  return drawn + fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", coordinate(x + tick_gap),
                             coordinate(y + swatch_height / 2 + below_middle), fill(ink),
                             escape_xml(shortened(text, plot_width - border - x - tick_gap, text_size)));
}

std::string lines_at(const std::vector<std::string>& lines, double first, const std::string& attributes) {
  std::string drawn;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    drawn +=
        fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", coordinate(border),
                    coordinate(first + static_cast<double>(line) * line_height), attributes, escape_xml(lines[line]));
  }
  return drawn;
}

}  // namespace

std::string svg(const HeatMap& map) {
  constexpr double full_width = plot_width - 2 * border;
  const std::vector<std::string> title = wrapped(map.title, full_width / 1.1, title_size);
  const std::string sides = fmt::format("{} downwards, {} to the right", map.row_label, map.column_label);
  double y = border + title_size;
  std::string content =
      lines_at(title, y, fmt::format("class=\"title\" font-size=\"{}\" font-weight=\"600\" {}", title_size, fill(ink)));
  y += static_cast<double>(title.size()) * line_height + 3;
  const std::vector<std::string> below = wrapped(sides, full_width, text_size);
  content += lines_at(below, y, fmt::format("class=\"sides\" {}", fill(muted)));
  y += static_cast<double>(below.size()) * line_height - text_size + tick_gap;

  const HeatGrid field(map, y);
  const double greatest = greatest_of(map);
  content += cells(map, field, greatest) + names(map, field);
  content +=
      fmt::format("<path class=\"frame\" d=\"M{0} {1}H{2}V{3}H{0}z\" {4}/>\n", coordinate(field.left),
                  coordinate(field.top), coordinate(plot_width - border), coordinate(field.bottom()), stroke(muted));
  double height = field.bottom() + tick_gap + field.column_names_height + tick_gap;
  for (const bool negative : {false, true}) {
    const auto of_sign = [&](const HeatMap::Cell& cell) { return negative ? cell.value < 0 : cell.value > 0; };
    if (std::ranges::none_of(map.cells, of_sign)) continue;
    content += key(map, negative, greatest, height);
    height += line_height;
  }
  const std::string description =
      fmt::format("{}: {} by {} cells, {}", map.title, map.rows.size(), map.columns.size(), sides);
  return svg_frame(map.title, description, height + border / 2, content);
}

}  // namespace smsvm::report
