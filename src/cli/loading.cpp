#include "cli/loading.hpp"

#include <fmt/format.h>

#include "cli/choices.hpp"
#include "cli/file_kind.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/resources.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

void report(const std::string& path, const LoadedData& loaded, Log& log) {
  const Dataset& data = loaded.data;
  const auto classes = static_cast<std::int64_t>(data.labels.distinct.size());
  const std::string labels = classes == 0 ? "no labels" : counted(classes, "class");
  log.event(Verbosity::normal, "read",
            fmt::format("read {}: {}, {}, {}, {}, as {}s, {}", display_name(path), counted(data.rows, "row"),
                        counted(data.features, "feature"), counted(loaded.nonzeros, "nonzero"), labels,
                        word_for(precisions, data.precision()), duration(loaded.seconds)),
            {{"file", path},
             {"rows", data.rows},
             {"features", data.features},
             {"nonzeros", loaded.nonzeros},
             {"classes", classes},
             {"precision", word_for(precisions, data.precision())},
             {"seconds", loaded.seconds}});
}

}  // namespace

LoadedData load_data(const std::string& path, ReadOptions options, Log& log) {
  const Stopwatch watch;
  if (const FileKind kind = recognise(path); kind != FileKind::data)
    throw Error(ErrorKind::bad_data, fmt::format("{}: this is a {}; data are expected", path, name_of(kind)));
  LoadedData loaded;
  if (options.ranks != nullptr) log_ranks(log);
  {
    ProgressBar bar(log);
    options.progress = [&](double share) {
      bar.show(share, fmt::format("reading {}  {:.0f} %", display_name(path), 100 * share));
    };
    loaded.data = read(path, options);
  }
  loaded.nonzeros = loaded.data.nonzeros();
  loaded.seconds = watch.seconds();
  report(path, loaded, log);
  for (const std::string& warning : loaded.data.warnings) log.warning(warning);
  return loaded;
}

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }
std::string output_name(const std::string& path) { return path == "-" ? "standard output" : path; }

}  // namespace smsvm::cli
