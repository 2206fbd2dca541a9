#include "report/document.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "report/pages.hpp"

namespace smsvm::report {
namespace {

void check_shape(const Table& table) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].size() == table.header.size()) continue;
    throw std::invalid_argument(fmt::format("table '{}', row {}: {} cells, expected {}, as in the header",
                                            table.caption, row + 1, table.rows[row].size(), table.header.size()));
  }
}

void check_file_name(const std::string& name) {
  constexpr const char* allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (!name.empty() && name.front() != '.' && name.find_first_not_of(allowed) == std::string::npos) return;
  throw std::invalid_argument(
      fmt::format("plot '{}': expected a file name of letters, digits, '-', '_' and '.'", name));
}

}  // namespace

void Document::heading(std::string text) { blocks_.emplace_back(Heading{std::move(text)}); }

void Document::subheading(std::string text) { blocks_.emplace_back(Subheading{std::move(text)}); }

void Document::paragraph(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }

void Document::list(std::vector<std::string> items) { blocks_.emplace_back(List{std::move(items)}); }

void Document::table(Table table) {
  check_shape(table);
  blocks_.emplace_back(std::move(table));
}

void Document::figures(Figures figures) { blocks_.emplace_back(std::move(figures)); }

void Document::row_break() { blocks_.emplace_back(RowBreak{}); }

void Document::preformatted(std::string text) { blocks_.emplace_back(Preformatted{std::move(text)}); }

void Document::plot(std::string name, Drawing plot) {
  check_file_name(name);
  for (const Block& block : blocks_) {
    const auto* const other = std::get_if<NamedPlot>(&block);
    if (other != nullptr && other->name == name) {
      throw std::invalid_argument(fmt::format("plot '{}': there is one of this name already", name));
    }
  }
  blocks_.emplace_back(NamedPlot{std::move(name), std::move(plot)});
}

std::string Document::markdown(std::string_view plot_folder) const {
  return markdown_page(title_, blocks_, plot_folder);
}

std::string Document::html() const { return html_page(title_, blocks_); }

std::vector<NamedPlot> Document::plots() const {
  std::vector<NamedPlot> plots;
  for (const Block& block : blocks_) {
    if (const auto* const plot = std::get_if<NamedPlot>(&block)) plots.push_back(*plot);
  }
  return plots;
}

}  // namespace smsvm::report
