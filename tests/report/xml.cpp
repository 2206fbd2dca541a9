#include "report/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace smsvm::test {
namespace {

bool is_blank(char character) {
  return character == ' ' || character == '\n' || character == '\t' || character == '\r';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  XmlElement document() {
    skip_blanks();
    XmlElement root = element();
    skip_blanks();
    if (at_ != text_.size()) fail("text after the root");
    return root;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw std::runtime_error(
        fmt::format("{} at byte {}: {}", what, at_, text_.substr(std::min(at_, text_.size()), 40)));
  }
  bool take(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  void need(std::string_view expected) {
    if (!take(expected)) fail(fmt::format("no '{}'", expected));
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-'))
      ++at_;
    if (at_ == start) fail("no name");
    return std::string(text_.substr(start, at_ - start));
  }
  /// Up to one of the two ends, which XML does not allow within; entities resolved.
  std::string characters(char end) {
    std::string found;
    while (at_ < text_.size() && text_[at_] != end && text_[at_] != '<') {
      if (take("&amp;")) {
        found += '&';
      } else if (take("&lt;")) {
        found += '<';
      } else if (take("&gt;")) {
        found += '>';
      } else if (take("&quot;")) {
        found += '"';
      } else if (text_[at_] == '&') {
        fail("a bare &");
      } else if (static_cast<unsigned char>(text_[at_]) < 0x20 && !is_blank(text_[at_])) {
        fail("a control character");
      } else {
        found += text_[at_++];
      }
    }
    return found;
  }

  XmlElement element() {
    need("<");
    XmlElement found;
    found.name = name();
    for (skip_blanks(); !take(">"); skip_blanks()) {
      if (take("/>")) return found;
      const std::string key = name();
      need("=\"");
      if (!found.attributes.emplace(key, characters('"')).second) fail("an attribute given twice");
      need("\"");
    }
    while (!take("</")) {
      if (at_ >= text_.size()) fail("no end of " + found.name);
      if (text_[at_] == '<') {
        found.children.push_back(element());
        found.text += found.children.back().text;
      } else {
        found.text += characters('<');
      }
    }
    need(found.name);
    need(">");
    return found;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<XmlElement> XmlElement::all(std::string_view wanted) const {
  std::vector<XmlElement> found;
  for (const XmlElement& child : children) {
    if (child.name == wanted) found.push_back(child);
    const std::vector<XmlElement> below = child.all(wanted);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

XmlElement XmlElement::of_class(std::string_view wanted) const {
  for (const XmlElement& child : children) {
    if (child.attribute("class") == wanted) return child;
    if (XmlElement below = child.of_class(wanted); !below.name.empty()) return below;
  }
  return {};
}

std::string XmlElement::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

XmlElement parse_xml(std::string_view text) { return Parser(text).document(); }

}  // namespace smsvm::test
