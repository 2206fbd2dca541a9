#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "judge/families.hpp"
#include "judge/precisions.hpp"
#include "judge/tally.hpp"
#include "judge/trial.hpp"
#include "util/temporary_folder.hpp"

// Trains problems drawn at random and judges every claim in exact arithmetic: docs/reliability.md.

namespace smsvm::judge {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<std::string> families;
  std::uint64_t problems = 20000;
  std::uint64_t seed = 0;
  double seconds = INFINITY;
  int threads = 1;
  std::optional<std::uint64_t> only;
  std::size_t listed = 20;
  std::optional<Precision> precision;  ///< instead of the one drawn
};

/// Problems are numbered from here on, so that a family and a number say it all.
std::uint64_t first_number(const Options& options) { return options.seed * 1'000'000'000; }

Problem draw(const Options& options, const std::string& family, std::uint64_t number) {
  Problem problem = draw_problem(family, number);
  if (options.precision) problem.precision = *options.precision;
  return problem;
}

/// Families take turns, so that a run that ends early has seen something of each.
Tally judge_all(const Options& options, const std::string& folder) {
  const std::size_t families = options.families.size();
  const std::uint64_t each = (options.problems + families - 1) / families;
  const auto end = Clock::now() + std::chrono::duration<double>(std::min(options.seconds, 1e8));
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  Tally all;
  const auto work = [&](int worker) {
    const std::string file = folder + "/" + std::to_string(worker) + ".svm";
    Tally mine;
    for (std::uint64_t k = next++; k < each * families && Clock::now() < end; k = next++) {
      const std::string& family = options.families[k % families];
      const Problem problem = draw(options, family, first_number(options) + k / families);
      mine[family].add(problem, judge_problem(problem, file));
    }
    const std::lock_guard lock(mutex);
    for (const auto& [family, tally] : mine) all[family].add(tally);
  };
  std::vector<std::jthread> workers;
  for (int worker = 1; worker < options.threads; ++worker) workers.emplace_back(work, worker);
  work(0);
  workers.clear();
  return all;
}

std::vector<std::string> chosen_families(const std::string& text) {
  const std::vector<std::string> known = family_names();
  if (text == "all") return known;
  std::vector<std::string> chosen;
  std::istringstream list(text);
  for (std::string name; std::getline(list, name, ',');) {
    if (std::ranges::find(known, name) == known.end())
      throw CLI::ValidationError("--families", "there is no family '" + name + "'");
    chosen.push_back(name);
  }
  return chosen;
}

int run(const Options& options, const std::string& folder) {
  if (options.only) {
    bool good = true;
    for (const std::string& family : options.families) {
      const Problem problem = draw(options, family, *options.only);
      const Outcome outcome = judge_problem(problem, folder + "/only.svm");
      print_problem(std::cout, problem, outcome);
      good = good && outcome.findings.empty();
    }
    return good ? 0 : 1;
  }
  const Tally tally = judge_all(options, folder);
  print_table(std::cout, options.families, tally);
  std::cout << '\n';
  print_failures(std::cout, options.families, tally, options.listed);
  return any_failure(tally) ? 1 : 0;
}

int main_of(int count, char** words) {
  CLI::App app("Trains problems drawn at random and judges every claim in exact arithmetic.");
  Options options;
  std::string families = "all";
  std::uint64_t only = 0;
  bool list_all = false;
  app.add_option("--families,--family", families, "all, or names separated by commas");
  app.add_option("--problems", options.problems, "how many, over all families")->capture_default_str();
  app.add_option("--seed", options.seed, "problems are numbered from a thousand million times this on")
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "end after so long");
  app.add_option("--threads", options.threads, "problems at a time")->check(CLI::Range(1, 1024))->capture_default_str();
  CLI::Option* const is_only = app.add_option("--only", only, "judge the problem of this number and show it");
  app.add_flag("--list", list_all, "name every failure, not the 20 smallest of each kind");
  app.add_option("--precision", options.precision, "of all problems, instead of the one drawn for each")
      ->transform(CLI::CheckedTransformer(precisions()));
  CLI11_PARSE(app, count, words);
  try {
    options.families = chosen_families(families);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  }
  if (*is_only) options.only = only;
  if (list_all) options.listed = SIZE_MAX;
  // Files live for a millisecond here: better in memory, where the system offers that.
  if (std::filesystem::is_directory("/dev/shm")) ::setenv("TMPDIR", "/dev/shm", 0);
  const test::TemporaryFolder folder;
  return run(options, folder.path());
}

}  // namespace
}  // namespace smsvm::judge

int main(int count, char** words) { return smsvm::judge::main_of(count, words); }
