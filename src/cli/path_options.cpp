#include "cli/path_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "smsvm/error.hpp"

namespace smsvm::cli {

void PathCommandOptions::add_to(CLI::App& command) {
  const char* group = "Path";
  command.add_option("DATA", data, "libsvm, .csv, .npy, .npz, also gz, bz2, xz, zst, or a store; - is standard input")
      ->required();
  CLI::Option* fixed = command.add_option("--l2", training.l2, "λ, the same all along; μ falls")
                           ->type_name("NUMBER")
                           ->default_str("1e-4")
                           ->group(group);
  command.add_option("--l1-ratio", l1_ratios, "Instead, λ and μ fall together; this share of them is μ")
      ->type_name("NUMBER")
      ->allow_extra_args(false)
      ->excludes(fixed)
      ->group(group);
  command.add_option("--points", path.points, "How many strengths of the penalty")
      ->type_name("N")
      ->default_str("100")
      ->group(group);
  command.add_option("--min-ratio", min_ratio, "The last strength divided by the first")
      ->type_name("NUMBER")
      ->default_str("1e-4; with more features than rows 1e-2")
      ->group(group);
  command.add_option("--strengths", path.strengths, "The values of μ, or of λ + μ, to visit instead")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  command.add_flag("--all-points", all_points, "Go on where the loss is nearly zero")->group(group);
  command.add_option("--csv", csv, "Where to write the table; else standard output, on a terminal a short one")
      ->type_name("FILE|-")
      ->group(group);
  add_common_to(command);
}

void PathCommandOptions::complete() {
  constexpr double usual_l2 = 1e-4;
  if (!training.l2) training.l2 = usual_l2;
  TrainOptions::complete();
  path.stop_early = !all_points;
  if (min_ratio && !(*min_ratio > 0))
    throw OptionError(fmt::format("--min-ratio is {}; it must be between 0 and 1", *min_ratio));
  path.min_ratio = min_ratio.value_or(0);
  std::ranges::sort(path.strengths, std::greater());
  if (csv.empty() && reporting.json != "-" && reporting.report != "-" && model != "-") {
    shows_table = ::isatty(STDOUT_FILENO) == 1;
    csv = "-";
  }
  for (const PathOptions& each : paths()) each.check();
  if (model.empty() && !certificate.empty())
    throw OptionError("--certificate proves what a MODEL claims; name the file to write the model to");
}

int PathCommandOptions::points() const {
  return path.strengths.empty() ? path.points : static_cast<int>(path.strengths.size());
}

std::vector<PathOptions> PathCommandOptions::paths() const {
  if (l1_ratios.empty()) return {path};
  std::vector<PathOptions> all;
  for (const double ratio : l1_ratios) {
    all.push_back(path);
    all.back().l1_ratio = ratio;
  }
  return all;
}

}  // namespace smsvm::cli
