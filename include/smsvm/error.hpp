#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "smsvm/export.hpp"

namespace smsvm {

/// What went wrong, as the process exit code that reports it (sysexits.h where it has one).
enum class ErrorKind : int {
  usage = 2,           ///< a bad option or a bad combination of options
  bad_data = 65,       ///< an input file's content
  no_input = 66,       ///< an input file that cannot be opened
  unavailable = 69,    ///< a device or a library that is not there
  out_of_memory = 71,  ///< more memory than there is, or than was allowed
  cannot_create = 73,  ///< an output file that cannot be created
  input_output = 74,   ///< reading or writing failed half-way (disk full)
  interrupted = 75,    ///< stopped before there was a result; a checkpoint is there to go on from
};

/// Base of everything the library throws on purpose: the caller's or a file's mistake.
class SMSVM_API Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message);
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

/// A place in a text file. Line and column start at 1; 0 means "not a single place".
struct Place {
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
};

/// Reads "file:line:column: what was found; what is expected", then the excerpt on lines of its own.
class SMSVM_API DataError : public Error {
 public:
  DataError(Place place, std::string found, std::string expected, std::string excerpt = {}, std::string subject = {});
  const Place& place() const { return place_; }
  const std::string& found() const { return found_; }
  const std::string& expected() const { return expected_; }
  /// The offending line (cut to a readable width) and a caret below the column; may be empty.
  const std::string& excerpt() const { return excerpt_; }
  /// What it is about, where many complaints may be about the same: "column 'age'"; may be empty.
  const std::string& subject() const { return subject_; }

 private:
  Place place_;
  std::string found_, expected_, excerpt_, subject_;
};

/// Names the option as the command line spells it ("--tolerance") and says what it must be.
class SMSVM_API OptionError : public Error {
 public:
  explicit OptionError(const std::string& message);
};

}  // namespace smsvm
