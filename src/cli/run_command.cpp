#include "cli/run_command.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "cli/interruption.hpp"
#include "cli/resources.hpp"
#include "cli/text.hpp"
#include "smsvm/error.hpp"
#include "smsvm/version.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr int internal_error = 70;  // EX_SOFTWARE of sysexits.h

int fail(Log& log, int code, const std::string& message) {
  log.error("smsvm: " + message, {{"message", message}, {"exit_code", code}});
  return code;
}

int fail(Log& log, const DataError& error) {
  const int code = static_cast<int>(error.kind());
  // It begins with file:line:column, where editors look for it.
  log.error(error.what(), {{"message", error.what()},
                           {"exit_code", code},
                           {"file", error.place().file},
                           {"line", error.place().line},
                           {"column", error.place().column}});
  return code;
}

}  // namespace

int run_command(const ReportingOptions& options, const std::function<int(Log&)>& command) {
  return run_command(options, "", command);
}

int run_command(const ReportingOptions& options, const std::string& where, const std::function<int(Log&)>& command) {
  Log log(options);
  try {
    const int code = command(log);
    log.clear_transient();
    return code;
  } catch (const ClosedPipe& closed) {
    return static_cast<int>(closed.kind());
  } catch (const DataError& error) {
    return fail(log, error);
  } catch (const Error& error) {
    return fail(log, static_cast<int>(error.kind()), where + error.what());
  } catch (const Interrupted& interruption) {
    return fail(log, exit_code_of_signal(interruption.signal), "interrupted");
  } catch (const std::bad_alloc&) {
    return fail(log, static_cast<int>(ErrorKind::out_of_memory), where + out_of_memory_message());
  } catch (const std::exception& error) {
    return fail(log, internal_error,
                fmt::format("{}{}\nthis is a bug in smsvm {}; please report it", where, error.what(), version));
  }
}

std::string out_of_memory_message() {
  return fmt::format(
      "out of memory after {}; --precision float and fewer --threads need less, as do fewer rows or "
      "features",
      byte_count(peak_memory_bytes()));
}

int report_usage_error(const std::string& message) {
  Log log(ReportingOptions{});
  log.error(message, {{"message", message}});
  return static_cast<int>(ErrorKind::usage);
}

}  // namespace smsvm::cli
