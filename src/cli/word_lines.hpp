#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "data/source.hpp"

namespace smsvm::cli {

/// A line of a small text file, taken apart word by word; what follows a # is not looked at.
class WordLine {
 public:
  /// `expected` tells what a line should hold, for the messages.
  WordLine(std::string_view text, std::string file, std::int64_t number, const char* expected);

  bool at_end() const { return at_ == text_.size(); }
  std::string_view next_word();

  /// Throws a DataError that points at the last word.
  [[noreturn]] void fail(const std::string& found) const;

 private:
  void skip_blanks();

  std::string_view text_;
  std::string file_;
  std::int64_t number_;
  const char* expected_;
  std::size_t at_ = 0, word_start_ = 0;
};

/// Calls visit for every line that holds something.
void for_each_line(const Source& source, const char* expected, const std::function<void(WordLine&)>& visit);

}  // namespace smsvm::cli
