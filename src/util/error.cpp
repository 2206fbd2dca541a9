#include "smsvm/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace smsvm {
namespace {

std::string sentence(const Place& place, const std::string& found, const std::string& expected,
                     const std::string& excerpt) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.column > 0) text += fmt::format(":{}", place.column);
  if (!text.empty()) text += ": ";
  text += found;
  if (!expected.empty()) text += "; " + expected;
  if (!excerpt.empty()) text += "\n" + excerpt;
  return text;
}

}  // namespace

Error::Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

DataError::DataError(Place place, std::string found, std::string expected, std::string excerpt, std::string subject)
    : Error(ErrorKind::bad_data, sentence(place, found, expected, excerpt)),
      place_(std::move(place)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      excerpt_(std::move(excerpt)),
      subject_(std::move(subject)) {}

OptionError::OptionError(const std::string& message) : Error(ErrorKind::usage, message) {}

}  // namespace smsvm
