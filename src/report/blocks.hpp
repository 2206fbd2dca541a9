#pragma once

#include <string>
#include <variant>
#include <vector>

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

/// The first column is aligned to the left, the others to the right.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::string caption;
};

struct Preformatted {
  std::string text;
};

struct NamedPlot {
  std::string name;  ///< of its file, without .svg
  Plot plot;
};

using Block = std::variant<Heading, Subheading, Paragraph, List, Table, Preformatted, NamedPlot>;

}  // namespace smsvm::report
