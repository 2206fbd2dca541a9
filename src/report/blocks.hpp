#pragma once

#include <string>
#include <variant>
#include <vector>

#include "report/bar_chart.hpp"
#include "report/heat_map.hpp"
#include "report/plot.hpp"

/// What a document is made of.
namespace smsvm::report {

struct Heading {
  std::string text;
};

struct Subheading {
  std::string text;
};

struct Paragraph {
  std::string text;
};

struct List {
  std::vector<std::string> items;
};

/// What stands in a table: a text or, where a number was shortened for people, the number in full as well.
struct Cell {
  Cell(std::string shown) : text(std::move(shown)) {}
  Cell(const char* shown) : text(shown) {}
  Cell(std::string shown, std::string number) : text(std::move(shown)), exact(std::move(number)) {}
  /// For words that others chose: `, ** and [ mean themselves.
  static Cell literal(std::string shown) {
    Cell cell(std::move(shown));
    cell.marks = false;
    return cell;
  }

  std::string text;
  std::string exact;
  std::string note = {};  ///< smaller, beneath the text: its share, say
  double shade = 0;       ///< from -1 to 1: how much the cell stands out, and in which of two hues
  bool marks = true;
};

/// The first column is aligned to the left, the others to the right.
struct Table {
  std::vector<Cell> header;
  std::vector<std::vector<Cell>> rows;
  std::string caption;
  bool folded = false;  ///< on a page, only the caption is seen until the reader asks for the rest
};

/// The few numbers that a reader came for.
struct Figures {
  struct Figure {
    std::string name;
    Cell value;
  };
  std::vector<Figure> items;
};

/// What follows begins a new row, where drawings and tables stand side by side.
struct RowBreak {};

struct Preformatted {
  std::string text;
};

using Drawing = std::variant<Plot, BarChart, HeatMap>;
std::string svg(const Drawing& drawing);
const std::string& title_of(const Drawing& drawing);

struct NamedPlot {
  std::string name;  ///< of its file, without .svg
  Drawing plot;
};

using Block = std::variant<Heading, Subheading, Paragraph, List, Table, Figures, RowBreak, Preformatted, NamedPlot>;

}  // namespace smsvm::report
