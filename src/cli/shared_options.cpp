#include "cli/shared_options.hpp"

#include <charconv>
#include <cstdint>
#include <limits>

#include "cli/choices.hpp"
#include "util/option_list.hpp"

namespace smsvm::cli {
namespace {

inline constexpr std::array log_formats = {Choice{"text", LogFormat::text}, Choice{"json", LogFormat::json}};

void set_delimiter(char& delimiter, const std::string& given) {
  if (given == "tab" || given == "\\t") {
    delimiter = '\t';
  } else if (given.size() == 1) {
    delimiter = given.front();
  } else {
    throw CLI::ValidationError(
        fmt::format("--delimiter: '{}' is not one character; write a single one, such as ';', or tab", given));
  }
}

/// Names with commas between them; given again, more of them. A name with a comma in it is given in double quotes.
std::vector<std::string> split_names(const std::string& given) {
  std::vector<std::string> names(1);
  bool in_quotes = false;
  for (const char c : given) {
    if (c == '"') {
      in_quotes = !in_quotes;
    } else if (c == ',' && !in_quotes) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& names,
                       const std::string& help, const std::string& type) {
  const auto set = [&names, name](const std::vector<std::string>& given) {
    names.clear();
    for (const std::string& each : given) {
      for (std::string& word : split_names(each)) {
        if (word.empty())
          throw CLI::ValidationError(
              fmt::format("{}: '{}' has an empty name; write names with a comma between", name, each));
        names.push_back(std::move(word));
      }
    }
  };
  return command.add_option_function<std::vector<std::string>>(name, set, help)
      ->type_name(type)
      ->allow_extra_args(false);
}

}  // namespace

void add_reporting_options(CLI::App& command, ReportingOptions& options) {
  const char* group = "Output";
  command.set_help_flag("-h,--help", "This text")->group(group);  // set again, so that it comes late in the list
  command.add_flag("-q,--quiet", options.quiet, "Say nothing but errors, whatever else is given")->group(group);
  command.add_flag("-v,--verbose", options.verbose, "Say more; -vv still more")->group(group);
  add_choice(command, "--log-format", options.log_format, log_formats, "Of the messages on standard error")
      ->group(group);
  command.add_option("--json", options.json, "Write the result as one JSON object; - is standard output")
      ->type_name("FILE|-")
      ->group(group);
}

void add_report_option(CLI::App& command, ReportingOptions& options) {
  command.add_option("--report", options.report, "Write a page of plots and figures; later: smsvm report")
      ->type_name("FILE.html")
      ->group("Output");
}

void add_reading_options(CLI::App& command, ReadOptions& options) {
  const char* group = "Reading the data";
  add_choice(command, "--format", options.text_format, text_formats, "What text is, whatever its name says")
      ->group(group);
  add_choice(command, "--index-base", options.index_base, index_bases, "libsvm: number of the first feature")
      ->group(group);
  command.add_flag("--sort-indices", options.sort_indices, "libsvm: sort a row's features rather than refuse it")
      ->group(group);
  command.add_option("--label-column", options.label_column, "Tables: the column of the labels; found if not given")
      ->type_name("NAME|N|last|none")
      ->group(group);
  command.add_option("--labels", options.labels_file, "The labels are here: a line for each row, .npy, or CSV")
      ->type_name("FILE")
      ->group(group);
  add_names(command, "--ignore-column", options.ignore_columns,
            "CSV, .npy: columns to leave out; none: not even the index", "NAME|N,...")
      ->group(group);
  add_names(command, "--categorical", options.categorical,
            "CSV: columns of categories, each of which becomes a feature; auto: those of text", "auto|NAME|N,...")
      ->default_str("auto")
      ->group(group);
  add_choice(command, "--missing", options.missing, missing_treatments,
             "CSV: what becomes of missing values; indicator: the mean, and a feature that says where")
      ->group(group);
  command.add_option("--weight-column", options.weight_column, "CSV: where a row's weight stands; else there is none")
      ->type_name("NAME|N")
      ->group(group);
  add_choice(command, "--header", options.header, headers, "CSV: whether the first line holds names")->group(group);
  command
      .add_option_function<std::string>(
          "--delimiter", [&options](const std::string& given) { set_delimiter(options.delimiter, given); },
          "CSV: what separates the columns; guessed if not given")
      ->type_name("C|tab")
      ->group(group);
  command
      .add_flag("--trust-store", options.trust_store,
                "Stores: begin without reading all values to see that they are intact")
      ->group(group);
  constexpr const ListedOption& threads =
      *std::ranges::find(option_list, std::string_view("--threads"), &ListedOption::name);
  command.add_option(threads.name, options.threads, threads.help)
      ->type_name(threads.type)
      ->check(CLI::Range(0, 4096).description(""))
      ->group(threads.group);
}

void add_rank_options(CLI::App& command, RankOptions& options) {
  command
      .add_option("--rank-timeout", options.timeout, "Under mpirun: end if a rank is not heard of for so many seconds")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber.description(""))
      ->default_str("20")
      ->group("Machine");
}

void add_precision_option(CLI::App& command, Precision& precision) {
  add_choice(command, "--precision", precision, precisions,
             "Of the values as stored; auto: floats if they do justice to the numbers in the file")
      ->group("Reading the data");
}

CLI::Validator is_unsigned() {
  const auto complaint = [](const std::string& given) -> std::string {
    if (given.starts_with('-')) return fmt::format("'{}' is negative", given);
    std::uint64_t number = 0;  // the parser would take the largest there is instead
    const auto read = std::from_chars(given.data(), given.data() + given.size(), number);
    if (read.ec != std::errc::result_out_of_range) return {};
    return fmt::format("'{}' is too large; at most {}", given, std::numeric_limits<std::uint64_t>::max());
  };
  return {complaint, ""};
}

}  // namespace smsvm::cli
