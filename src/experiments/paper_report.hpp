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

/// Runs the experiments and writes the report. `command`: how it was called.
PaperReport paper_report(const std::set<Part>& parts, const Settings& settings, const std::string& command);

}  // namespace smsvm::experiments
