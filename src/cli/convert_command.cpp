#include <fmt/format.h>

#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/progress_bar.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/written_rows.hpp"
#include "smsvm/smsvm.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* convert_examples =
    "smsvm convert data.svm data.store             once; then:\n"
    "smsvm train data.store model                  no reading of text, and data larger than memory\n"
    "xz -dc data.svm.xz | smsvm convert - data.store\n"
    "smsvm convert data.store data.csv             back to text: .csv or .libsvm";

struct ConvertOptions {
  std::string data, output;
  ReadOptions reading;
  ReportingOptions reporting;
};

StoreSummary convert_with_progress(ConvertOptions& options, Log& log) {
  const DeferredSignals signals;  // an interruption removes the temporary file
  ProgressBar bar(log);
  options.reading.progress = [&](double share) {
    signals.check();
    bar.show(share, fmt::format("converting {}  {:.0f} %", display_name(options.data), 100 * share));
  };
  return convert(options.data, options.output, options.reading);
}

/// As text, if the name of the output says so; all rows are read first.
bool convert_to_text(const ConvertOptions& options, Log& log) {
  const std::string ending = ending_of(options.output);
  if (ending != ".libsvm" && ending != ".svm" && ending != ".csv") return false;
  const Stopwatch watch;
  const LoadedData loaded = load_data(options.data, options.reading, log);
  AtomicFile file(options.output);
  const bool has_weights = ending == ".csv" && !loaded.data.row_weight.empty();
  if (ending == ".csv") {
    write_csv(loaded.data, file);
  } else {
    if (!loaded.data.row_weight.empty()) log.warning("what the rows weigh has no place in libsvm text and is left out");
    write_libsvm(loaded.data, file);
  }
  file.commit();
  const Json facts = {{"rows", loaded.data.rows}, {"features", loaded.data.features}, {"nonzeros", loaded.nonzeros},
                      {"file", options.output},   {"seconds", watch.seconds()},       {"version", version}};
  write_json(options.reporting.json, facts);
  log.event(Verbosity::normal, "done",
            fmt::format("wrote {}: {}, {}{}, {}", options.output, counted(loaded.data.rows, "row"),
                        counted(loaded.data.features, "feature"),
                        has_weights ? ", weights for --weight-column weight" : "", duration(watch.seconds())),
            facts);
  return true;
}

int run_convert(ConvertOptions options, Log& log) {
  const Stopwatch watch;
  refuse_endings(options.output, endings_of_others, "expected .store, .libsvm, .svm or .csv");
  check_outputs({{"OUT", options.output}, {"--json", options.reporting.json}}, {options.data});
  options.reading.labels_required = false;
  if (convert_to_text(options, log)) return 0;
  const StoreSummary store = convert_with_progress(options, log);
  for (const std::string& warning : store.warnings) log.warning(warning);
  const Json facts = {{"rows", store.rows},
                      {"features", store.features},
                      {"nonzeros", store.nonzeros},
                      {"classes", store.classes},
                      {"precision", word_for(precisions, store.precision)},
                      {"file", options.output},
                      {"bytes", store.bytes},
                      {"seconds", watch.seconds()},
                      {"peak_memory_bytes", peak_memory_bytes()},
                      {"version", version}};
  write_json(options.reporting.json, facts);
  log.event(Verbosity::normal, "done",
            fmt::format("wrote {}: {}, {}, {}, {}, {}", options.output, counted(store.rows, "row"),
                        counted(store.features, "feature"), counted(store.nonzeros, "nonzero"), byte_count(store.bytes),
                        duration(watch.seconds())),
            facts);
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "Write data as a store, which is mapped, or as libsvm or CSV text");
  command->group("Commands")->footer(convert_examples);
  command
      ->add_option("DATA", options->data,
                   "libsvm, .csv, .npy, .npz or a store, also gz, bz2, xz, zst; - is standard input")
      ->required();
  command->add_option("OUT", options->output, "A store; or text, if the name ends in .libsvm or .csv")->required();
  add_reading_options(*command, options->reading);
  add_precision_option(*command, options->reading.precision);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_convert);
}

}  // namespace smsvm::cli
