#include "cli/result/result_page.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/result/pages.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* expected = "expected a model, or what train, path, cv or predict --json wrote";

struct Kind {
  const char* key;
  const char* word;
  report::Document (*page)(const FactView& facts);
};
constexpr std::array kinds = {Kind{"command", "train", training_page}, Kind{"command", "path", path_page},
                              Kind{"command", "cv", cross_validation_page}, Kind{"command", "predict", prediction_page},
                              Kind{"kind", "model", model_page}};

[[noreturn]] void refuse(const std::string& source, const std::string& found) {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}; {}", source, found, expected));
}

}  // namespace

std::string result_page(const Json& facts, const std::string& source) {
  if (!facts.is_object()) refuse(source, fmt::format("the JSON is {}, not an object", facts.type_name()));
  for (const Kind& kind : kinds) {
    const auto found = facts.find(kind.key);
    if (found != facts.end() && *found == kind.word) return kind.page(FactView(facts, source)).html();
  }
  refuse(source, "the JSON does not say that it is of such a command");
}

std::string result_page_of_text(const std::string& text, const std::string& source) {
  Json facts;
  try {
    facts = Json::parse(text);
  } catch (const Json::exception& error) {
    // Its message begins with a number in brackets, which tells a reader nothing.
    const std::string message = error.what();
    const std::size_t bracket = message.find("] ");
    refuse(source, "this is not JSON, or not all of it: " +
                       (bracket == std::string::npos ? message : message.substr(bracket + 2)));
  }
  return result_page(facts, source);
}

}  // namespace smsvm::cli
