#pragma once

#include <CLI/App.hpp>
#include <string>

#include "smsvm/read.hpp"

namespace smsvm::cli {

enum class LogFormat { text, json };

/// How a command speaks; every command has these.
struct ReportingOptions {
  bool quiet = false;
  int verbose = 0;
  LogFormat log_format = LogFormat::text;
  std::string json;    ///< file, "-" for standard output, empty for none
  std::string report;  ///< likewise; only where add_report_option was called
};
void add_reporting_options(CLI::App& command, ReportingOptions& options);
/// For the commands whose results make a page.
void add_report_option(CLI::App& command, ReportingOptions& options);

/// How a data file is read; every command that reads one has these.
void add_reading_options(CLI::App& command, ReadOptions& options);

/// For the commands that use all ranks of a job.
struct RankOptions {
  double timeout = 20;
};
void add_rank_options(CLI::App& command, RankOptions& options);

/// For the commands that choose it; `predict` reads double, `verify` what the certificate says.
void add_precision_option(CLI::App& command, Precision& precision);

/// The parser would otherwise wrap -3 round to a huge unsigned number.
CLI::Validator is_unsigned();

}  // namespace smsvm::cli
