#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< within it and its children
  std::vector<XmlElement> children;

  /// All elements below this one that have the name, in the order of the file.
  std::vector<XmlElement> all(std::string_view wanted) const;
  /// The first below this one whose class is this; one without a name if there is none.
  XmlElement of_class(std::string_view wanted) const;
  std::string attribute(const std::string& key) const;  ///< empty if there is none
};

/// Reads what this project writes: no comments, no doctype. Throws std::runtime_error if it is not well formed.
XmlElement parse_xml(std::string_view text);

}  // namespace smsvm::test
