#pragma once

#include <string>
#include <string_view>

#include "cli/json.hpp"
#include "cli/shared_options.hpp"

namespace smsvm::cli {

enum class Verbosity { quiet, normal, detailed, debug };

/// Everything for people, on standard error: as text, or as one JSON object per event. Results go to standard output.
class Log {
 public:
  explicit Log(const ReportingOptions& options);

  LogFormat format() const { return format_; }
  bool shows(Verbosity level) const { return level <= verbosity_; }
  /// A terminal that a progress bar may use.
  bool interactive() const { return interactive_; }

  /// `text` for people, `fields` for programs.
  void event(Verbosity level, std::string_view name, const std::string& text, const Json& fields);
  void warning(const std::string& text);
  /// Shown even when quiet. `text` is the whole line, `fields` say the same to programs.
  void error(const std::string& text, const Json& fields);

  /// What the command was asked for, in words: on standard output, or on standard error where `--json -` needs that.
  void result(const std::string& text);

  /// A line that the next output replaces; terminals only.
  void show_transient(const std::string& line);
  void clear_transient();

 private:
  void write(std::string_view style, std::string_view prefix, const std::string& text);
  void write_json(std::string_view name, const Json& fields);

  Verbosity verbosity_;
  LogFormat format_;
  bool interactive_;
  bool colour_;
  bool json_owns_standard_output_;
  bool transient_ = false;
};

}  // namespace smsvm::cli
