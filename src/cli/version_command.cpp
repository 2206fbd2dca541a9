#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <memory>

#include "cli/commands.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* version_examples =
    "smsvm version             for a bug report\n"
    "smsvm version --json -    the same for programs";

struct VersionOptions {
  ReportingOptions reporting;
};

std::string dotted(int number, int step) {
  return fmt::format("{}.{}.{}", number / (step * step), number / step % step, number % step);
}

Json libraries() {
  const std::string bzip2 = BZ2_bzlibVersion();
  return {{"fmt", dotted(FMT_VERSION, 100)},
          {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"nlohmann_json", Json::meta()["version"]["string"]},
          {"CLI11", CLI11_VERSION},
          {"zlib", zlibVersion()},
          {"bzip2", bzip2.substr(0, bzip2.find(','))},
          {"liblzma", lzma_version_string()},
          {"zstd", ZSTD_versionString()},
          {"xxhash", dotted(static_cast<int>(XXH_versionNumber()), 100)}};
}

int run_version(const VersionOptions& options, Log& log) {
  const Json all = {{"version", version}, {"compiler", __VERSION__}, {"devices", {"cpu"}}, {"libraries", libraries()}};
  write_json(options.reporting.json, all);
  std::string text = fmt::format("smsvm {}\ncompiler    {}\ndevices     cpu", version, __VERSION__);
  for (const auto& [library, number] : all["libraries"].items()) {
    text += fmt::format("\n{:<11} {}", library == "nlohmann_json" ? "json" : library, number.get<std::string>());
  }
  log.result(text);
  return 0;
}

}  // namespace

void add_version(CLI::App& app, Action& action) {
  const auto options = std::make_shared<VersionOptions>();
  CLI::App* command = app.add_subcommand("version", "The version, the compiler and the libraries");
  command->group("Commands")->footer(version_examples);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_version);
}

}  // namespace smsvm::cli
