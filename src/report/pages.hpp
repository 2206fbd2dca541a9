#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/blocks.hpp"

/// The two renderings of a document.
namespace smsvm::report {

std::string markdown_page(std::string_view title, std::span<const Block> blocks, std::string_view plot_folder);
std::string html_page(std::string_view title, std::span<const Block> blocks);

/// What html_page puts into its <style> element.
std::string page_style();

}  // namespace smsvm::report
