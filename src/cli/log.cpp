#include "cli/log.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "cli/text.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain;
constexpr std::string_view reset = "\x1b[0m";
constexpr std::string_view erase_line = "\r\x1b[K";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_capable_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Nobody can be told when standard error itself fails, so a failure ends the attempt and nothing more.
void write_standard_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

Verbosity verbosity_of(const ReportingOptions& options) {
  if (options.quiet) return Verbosity::quiet;
  if (options.verbose >= 2) return Verbosity::debug;
  return options.verbose == 1 ? Verbosity::detailed : Verbosity::normal;
}

}  // namespace

Log::Log(const ReportingOptions& options)
    : verbosity_(verbosity_of(options)),
      format_(options.log_format),
      interactive_(verbosity_ != Verbosity::quiet && format_ == LogFormat::text && is_capable_terminal()),
      colour_(is_capable_terminal() && !is_set("NO_COLOR")),
      json_owns_standard_output_(options.json == "-") {}

void Log::event(Verbosity level, std::string_view name, const std::string& text, const Json& fields) {
  if (!shows(level)) return;
  if (format_ == LogFormat::json) return write_json(name, fields);
  write(plain, "", text);
}

void Log::warning(const std::string& text) {
  if (!shows(Verbosity::normal)) return;
  if (format_ == LogFormat::json) return write_json("warning", {{"message", text}});
  write(yellow, "warning: ", text);
}

void Log::error(const std::string& text, const Json& fields) {
  if (format_ == LogFormat::json) return write_json("error", fields);
  write(red, "", text);
}

void Log::result(const std::string& text) {
  if (!shows(Verbosity::normal)) return;
  clear_transient();
  if (json_owns_standard_output_) return event(Verbosity::normal, "result", text, {{"message", text}});
  AtomicFile out("-");
  out.write(printable(text) + "\n");
  out.commit();
}

void Log::show_transient(const std::string& line) {
  if (!interactive_) return;
  write_standard_error(std::string(erase_line) + printable(line));
  transient_ = true;
}

void Log::clear_transient() {
  if (transient_) write_standard_error(erase_line);
  transient_ = false;
}

void Log::write(std::string_view style, std::string_view prefix, const std::string& text) {
  clear_transient();
  const bool paint = colour_ && !style.empty();
  write_standard_error(paint ? fmt::format("{}{}{}{}\n", style, prefix, printable(text), reset)
                             : fmt::format("{}{}\n", prefix, printable(text)));
}

void Log::write_json(std::string_view name, const Json& fields) {
  Json line = {{"event", name}};
  line.update(fields);
  write_standard_error(to_line(line));
}

}  // namespace smsvm::cli
