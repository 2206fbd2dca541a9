#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/blocks.hpp"

namespace smsvm::report {

/// One document, rendered as Markdown or as one HTML page that needs nothing else. Wherever text is taken, `code`,
/// **bold** and [text](url) are understood; all other characters mean themselves in both renderings.
class Document {
 public:
  explicit Document(std::string title) : title_(std::move(title)) {}

  void heading(std::string text);
  void subheading(std::string text);
  void paragraph(std::string text);
  void list(std::vector<std::string> items);
  /// Every row has as many cells as the header; otherwise std::invalid_argument.
  void table(Table table);
  void figures(Figures figures);
  void row_break();
  void preformatted(std::string text);
  /// The name is that of a file: letters, digits, '-', '_' and '.', used once; otherwise std::invalid_argument.
  void plot(std::string name, Drawing plot);

  /// The plots appear as ![title](plot_folder/name.svg); to write those files is up to the caller, see plots().
  std::string markdown(std::string_view plot_folder) const;
  std::string html() const;
  std::vector<NamedPlot> plots() const;

 private:
  std::string title_;
  std::vector<Block> blocks_;
};

}  // namespace smsvm::report
