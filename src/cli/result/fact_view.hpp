#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/json.hpp"

namespace smsvm::cli {

/// A value within the JSON of a file that may hold anything. Whoever asks for what is not there, or is of another kind,
/// gets an Error of kind bad_data that names the file and the place in it.
class FactView {
 public:
  /// `source` is how messages call the file. The JSON must outlive the view.
  FactView(const Json& value, std::string source) : value_(&value), source_(std::move(source)) {}

  FactView at(const std::string& key) const;                   ///< must be there
  std::optional<FactView> find(const std::string& key) const;  ///< none where it is missing or null
  std::vector<FactView> list() const;

  double number() const;
  std::int64_t count() const;  ///< a whole number >= 0
  std::string text() const;
  bool truth() const;
  std::optional<double> number_if_any(const std::string& key) const;
  std::string text_or(const std::string& key, const std::string& otherwise) const;
  /// [[number, number], …], the first of each pair whole: there may be millions of them.
  std::vector<std::pair<std::int64_t, double>> pairs() const;

  bool is_number() const { return value_->is_number(); }
  std::string as_written() const { return value_->dump(); }  ///< every digit

  [[noreturn]] void complain(const std::string& expected) const;

 private:
  FactView(const Json& value, std::string source, std::string place)
      : value_(&value), source_(std::move(source)), place_(std::move(place)) {}

  const Json* value_;
  std::string source_;
  std::string place_;  ///< points[3].strength
};

}  // namespace smsvm::cli
