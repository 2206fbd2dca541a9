#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "experiments/paper_report.hpp"
#include "experiments/runs_csv.hpp"
#include "smsvm/error.hpp"
#include "smsvm/version.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

using experiments::Part;

constexpr const char* paper_examples =
    "smsvm paper --quick                       a look, in half a minute or so\n"
    "smsvm paper --data folder -o paper        everything, as in the paper; about an hour\n"
    "smsvm paper --part scaling --repeats 5    one part";

constexpr std::array parts = {Choice{"results", Part::results}, Choice{"convergence", Part::convergence},
                              Choice{"robustness", Part::robustness}, Choice{"scaling", Part::scaling},
                              Choice{"mean-hinge", Part::mean_hinge}};

struct PaperOptions {
  std::vector<Part> parts;  ///< none: all
  std::optional<int> repeats;
  std::string output = "paper";
  experiments::Settings settings;
  ReportingOptions reporting;
};

std::set<Part> chosen_parts(const PaperOptions& options) {
  std::set<Part> chosen;
  for (const auto& choice : parts)
    if (options.parts.empty() || std::ranges::count(options.parts, choice.value) > 0) chosen.insert(choice.value);
  return chosen;
}

experiments::Settings complete(const PaperOptions& options) {
  experiments::Settings settings = options.settings;
  if (settings.data_folder.empty()) {
    const char* folder = std::getenv("SMSVM_DATA");
    settings.data_folder = folder ? folder : "../shared/data";
  }
  if (options.repeats && *options.repeats < 1)
    throw OptionError(fmt::format("--repeats is {}; it must be at least 1", *options.repeats));
  if (settings.threads < 0) throw OptionError(fmt::format("--threads is {}; it must be 0 or more", settings.threads));
  settings.repeats = options.repeats.value_or(settings.quick ? 2 : 50);
  settings.australian_repeats = options.repeats.value_or(settings.quick ? 10 : 50);
  settings.covertype_repeats = options.repeats.value_or(settings.quick ? 1 : 20);
  return settings;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path.string());
  file.write(text);
  file.commit();
}

void write_paper_files(const experiments::PaperReport& report, const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    throw Error(ErrorKind::cannot_create,
                fmt::format("cannot create the folder {}: {}", folder.string(), problem.message()));
  write_file(folder / "runs.csv", experiments::runs_csv(report.runs));
  for (const auto& [name, plot] : report.document.plots()) write_file(folder / (name + ".svg"), report::svg(plot));
  write_file(folder / "report.md", report.document.markdown("."));
  write_file(folder / "report.html", report.document.html());
}

std::string command_line(const PaperOptions& options) {
  std::string text = "smsvm paper";
  if (options.settings.quick) text += " --quick";
  if (options.repeats) text += fmt::format(" --repeats {}", *options.repeats);
  for (const Part part : options.parts) text += " --part " + word_for(parts, part);
  if (options.settings.threads != 0) text += fmt::format(" --threads {}", options.settings.threads);
  if (options.settings.seed != 1) text += fmt::format(" --seed {}", options.settings.seed);
  return text;
}

int run_paper(const PaperOptions& options, Log& log) {
  const Stopwatch watch;
  const std::set<Part> chosen = chosen_parts(options);
  experiments::Settings settings = complete(options);
  const DeferredSignals signals;
  settings.tell = [&](const std::string& text) { log.event(Verbosity::normal, "experiment", text, {}); };
  settings.detail = [&](const std::string& text) { log.event(Verbosity::detailed, "fit", text, {}); };
  settings.keep_going = [&] { return signals.received() == 0; };

  experiments::PaperReport report = begin_report(settings, command_line(options));
  write_paper_files(report, options.output);  // a folder that cannot be written to is known before hours of work
  try {
    run_parts(chosen, settings, report);
  } catch (const experiments::Interrupted&) {
    report.document.heading("Interrupted");
    report.document.paragraph("The experiments were stopped here. All runs completed until then are in runs.csv.");
  }
  write_paper_files(report, options.output);

  const Json facts = {
      {"runs", report.runs.size()}, {"folder", options.output}, {"seconds", watch.seconds()}, {"version", version}};
  write_json(options.reporting.json, facts);
  log.event(Verbosity::normal, "done",
            fmt::format("wrote {0}/report.html, {0}/report.md and {0}/runs.csv: {1}, {2}", options.output,
                        counted(static_cast<std::int64_t>(report.runs.size()), "run"), duration(watch.seconds())),
            facts);
  return signals.received() != 0 ? exit_code_of_signal(signals.received()) : 0;
}

}  // namespace

void add_paper(CLI::App& app, Action& action) {
  const auto options = std::make_shared<PaperOptions>();
  CLI::App* command = app.add_subcommand("paper", "Run the paper's experiments and write a report");
  command->group("Commands")->footer(paper_examples);
  command->add_flag("--quick", options->settings.quick, "Small data and few repetitions: half a minute or so");
  command->add_option("--repeats", options->repeats, "Repetitions; otherwise 50, and 20 for CoverType")->type_name("N");
  add_choices(*command, "--part", options->parts, parts, "Only this part; may be given again");
  command->add_option("-o,--output", options->output, "Folder for report.html, report.md, the plots and runs.csv")
      ->type_name("FOLDER")
      ->default_str("paper");
  command->add_option("--data", options->settings.data_folder, "Folder of the real data sets, NAME.libsvm.xz")
      ->type_name("FOLDER")
      ->default_str("$SMSVM_DATA");
  command->add_option("--threads", options->settings.threads, "0: as many as the machine has")
      ->type_name("N")
      ->default_str("0");
  command->add_option("--seed", options->settings.seed, "Other splits, other synthetic data")
      ->check(is_unsigned())
      ->type_name("N")
      ->default_str("1");
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_paper);
}

}  // namespace smsvm::cli
