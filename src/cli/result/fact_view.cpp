#include "cli/result/fact_view.hpp"

#include <fmt/format.h>

#include "cli/text.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;  // beyond, a JSON number need not be what was counted

bool is_count(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(largest_exact);
  return value.is_number_integer() && value.get<std::int64_t>() >= 0 && value.get<std::int64_t>() <= largest_exact;
}

}  // namespace

void FactView::complain(const std::string& expected) const {
  const std::string where = place_.empty() ? "" : printable(place_) + " is ";
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}{}; expected {}", source_, where, value_->type_name(), expected));
}

FactView FactView::at(const std::string& key) const {
  if (!value_->is_object()) complain("an object");
  const auto found = value_->find(key);
  if (found == value_->end()) {
    throw Error(ErrorKind::bad_data, fmt::format("{}: {}there is no '{}'; expected all keys that smsvm writes", source_,
                                                 place_.empty() ? "" : "in " + printable(place_) + " ", key));
  }
  return {*found, source_, place_.empty() ? key : place_ + "." + key};
}

std::optional<FactView> FactView::find(const std::string& key) const {
  if (!value_->is_object()) complain("an object");
  const auto found = value_->find(key);
  if (found == value_->end() || found->is_null()) return {};
  return FactView(*found, source_, place_.empty() ? key : place_ + "." + key);
}

std::vector<FactView> FactView::list() const {
  if (!value_->is_array()) complain("a list");
  std::vector<FactView> items;
  items.reserve(value_->size());
  for (std::size_t at = 0; at < value_->size(); ++at)
    items.push_back(FactView((*value_)[at], source_, fmt::format("{}[{}]", place_, at)));
  return items;
}

double FactView::number() const {
  if (!value_->is_number()) complain("a number");
  return value_->get<double>();
}

std::int64_t FactView::count() const {
  if (!is_count(*value_)) complain("a whole number >= 0");
  return value_->get<std::int64_t>();
}

std::string FactView::text() const {
  if (!value_->is_string()) complain("a string");
  return value_->get<std::string>();
}

bool FactView::truth() const {
  if (!value_->is_boolean()) complain("true or false");
  return value_->get<bool>();
}

std::optional<double> FactView::number_if_any(const std::string& key) const {
  const auto found = find(key);
  return found ? std::optional(found->number()) : std::nullopt;
}

std::string FactView::text_or(const std::string& key, const std::string& otherwise) const {
  const auto found = find(key);
  return found ? found->text() : otherwise;
}

std::vector<std::pair<std::int64_t, double>> FactView::pairs() const {
  constexpr const char* expected = "a list of pairs, a feature's number and its weight";
  if (!value_->is_array()) complain(expected);
  std::vector<std::pair<std::int64_t, double>> result;
  result.reserve(value_->size());
  for (const Json& pair : *value_) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer() || !pair[1].is_number())
      complain(expected);
    result.emplace_back(pair[0].get<std::int64_t>(), pair[1].get<double>());
  }
  return result;
}

}  // namespace smsvm::cli
