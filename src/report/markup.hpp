#pragma once

#include <string>
#include <string_view>

/// Text with `code`, **bold** and [text](url), in the languages of the two renderings.
namespace smsvm::report {

/// Safe as text and as the value of an attribute. Control characters, which XML cannot hold, become U+FFFD, and so
/// do bytes that are not UTF-8.
std::string escape_xml(std::string_view text);

std::string html_text(std::string_view text);
std::string markdown_text(std::string_view text);
std::string markdown_literal(std::string_view text);  ///< marks mean themselves here
std::string plain_text(std::string_view text);        ///< without the marks, not escaped

}  // namespace smsvm::report
