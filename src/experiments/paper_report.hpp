#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/run.hpp"
#include "report/document.hpp"

namespace smsvm::experiments {

/// The parts that can be asked for; all by default.
enum class Part { results, robustness, mean_hinge, scaling, convergence };

struct PaperReport {
  report::Document document;
  std::vector<Run> runs;
};

/// A report without results yet. `command`: how it was called.
PaperReport begin_report(const Settings& settings, const std::string& command);
/// Runs the experiments and adds them to the report. When Interrupted is thrown, what was measured until then is in it.
void run_parts(const std::set<Part>& parts, const Settings& settings, PaperReport& report);

}  // namespace smsvm::experiments
