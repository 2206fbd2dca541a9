#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* check_examples =
    "smsvm check data.svm                  every complaint, as file:line:column\n"
    "smsvm check --limit 10 --json - data.csv";

struct CheckOptions {
  std::string data;
  std::int64_t limit = 1000;
  ReadOptions reading;
  ReportingOptions reporting;
};

Json facts_of_check(const CheckReport& report) {
  Json complaints = Json::array();
  for (const RepeatedComplaint& each : report.complaints) {
    const DataError& complaint = each.first;
    complaints.push_back({{"file", complaint.place().file},
                          {"line", complaint.place().line},
                          {"column", complaint.place().column},
                          {"found", complaint.found()},
                          {"expected", complaint.expected()},
                          {"excerpt", complaint.excerpt()},
                          {"times", each.times},
                          {"lines", each.lines}});
  }
  return {{"ok", report.complaints.empty()}, {"rows", report.rows}, {"complaints", complaints}, {"more", report.more},
          {"warnings", report.warnings},     {"version", version}};
}

/// Below the first of equal complaints: how many there are, and where.
std::string describe_repetition(const RepeatedComplaint& complaint) {
  const bool all = complaint.times == std::ssize(complaint.lines);
  return fmt::format("  {} such complaints about {}: lines {}{}", with_thousands(complaint.times),
                     complaint.first.subject(), fmt::join(complaint.lines, ", "), all ? "" : ", …");
}

void report_in_words(const std::string& path, const CheckReport& report, Log& log) {
  std::int64_t count = 0;
  for (const RepeatedComplaint& each : report.complaints) {
    count += each.times;
    log.result(each.first.what());
    if (each.times > 1) log.result(describe_repetition(each));
  }
  for (const std::string& warning : report.warnings) log.warning(warning);
  const std::string found =
      count == 0 ? "no complaints" : counted(count, "complaint") + (report.more ? " and more" : "");
  log.result(fmt::format("{}: {}, {} readable", display_name(path), found, counted(report.rows, "row")));
}

int run_check(CheckOptions options, Log& log) {
  check_outputs({{"--json", options.reporting.json}}, {options.data});
  CheckReport report;
  {
    ProgressBar bar(log);
    options.reading.progress = [&](double share) { bar.show(share, fmt::format("checking  {:.0f} %", 100 * share)); };
    report = check(options.data, options.reading, options.limit);
  }
  write_json(options.reporting.json, facts_of_check(report));
  report_in_words(options.data, report, log);
  return report.complaints.empty() ? 0 : static_cast<int>(ErrorKind::bad_data);
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Say everything that is wrong with a data file");
  command->group("Commands")->footer(check_examples);
  command->add_option("DATA", options->data, "libsvm, .csv, .npy, .npz or a store; - is standard input")->required();
  command->add_option("--limit", options->limit, "Stop after so many complaints")
      ->type_name("N")
      ->default_str("1000")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40).description(""));
  add_reading_options(*command, options->reading);
  add_precision_option(*command, options->reading.precision);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_check);
}

}  // namespace smsvm::cli
