#pragma once

#include <string>

namespace smsvm::cli {

/// A field that may hold commas or quotes, as a table has it.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

}  // namespace smsvm::cli
