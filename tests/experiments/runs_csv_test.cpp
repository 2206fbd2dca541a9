#include "experiments/runs_csv.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace smsvm::experiments {
namespace {

using Cells = std::vector<std::string>;
using RunList = std::vector<Run>;  // within a test, Run is the one of testing::Test

/// Cells between commas, the last one too where it is empty. None of ours holds a comma or a quote.
Cells cells_of(const std::string& line) {
  Cells cells{""};
  for (const char letter : line)
    if (letter == ',')
      cells.emplace_back();
    else
      cells.back() += letter;
  return cells;
}

std::vector<Cells> parsed(const std::string& text) {
  std::vector<Cells> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(cells_of(line));
  return lines;
}

/// The only run of a file, by column.
std::map<std::string, std::string> only_line(const std::vector<Cells>& lines) {
  std::map<std::string, std::string> cells;
  for (std::size_t k = 0; k < lines[0].size(); ++k) cells[lines[0][k]] = lines[1][k];
  return cells;
}

Run full_run() {
  Run run;
  run.study = "results";
  run.data = "Synthetic tall";
  run.method = "primal-dual-ℓ1-ℓ2";
  run.status = "converged";
  run.accuracy = 0.75;
  run.passes_to_1e3 = 3.5;
  run.primal = 2;
  run.dual = 1;
  run.optimum = 1.5;
  return run;
}

TEST(RunsCsv, HasACellForEveryColumn) {
  const RunList runs{full_run(), {}};
  const auto lines = parsed(runs_csv(runs));
  ASSERT_EQ(lines.size(), 3U);
  for (const auto& line : lines) EXPECT_EQ(line.size(), lines[0].size());
  auto names = lines[0];
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << "a column appears twice";
}

TEST(RunsCsv, HasNothingButTheHeaderWithoutRuns) { EXPECT_EQ(parsed(runs_csv({})).size(), 1U); }

TEST(RunsCsv, ShowsWhatWasMeasured) {
  const RunList runs{full_run()};
  auto cells = only_line(parsed(runs_csv(runs)));
  EXPECT_EQ(cells["method"], "primal-dual-ℓ1-ℓ2");
  EXPECT_EQ(cells["accuracy"], "0.75");
  EXPECT_EQ(cells["passes_to_1e-3"], "3.5");
  EXPECT_EQ(cells["relative_gap"], "0.5");
  EXPECT_EQ(cells["above_optimum"], "0.25");
}

TEST(RunsCsv, LeavesEmptyWhatWasNot) {
  const RunList runs(1);
  auto cells = only_line(parsed(runs_csv(runs)));
  for (const char* column : {"accuracy", "passes_to_1e-3", "dual", "relative_gap", "optimum", "above_optimum"}) {
    ASSERT_TRUE(cells.contains(column)) << column;
    EXPECT_EQ(cells[column], "") << column;
  }
}

}  // namespace
}  // namespace smsvm::experiments
