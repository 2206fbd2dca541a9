#pragma once

#include <string>

#include "cli/convergence_forecast.hpp"
#include "cli/log.hpp"
#include "cli/progress_bar.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {

/// Shows a run while it lasts: the bar, and a line per pass where asked for.
class TrainingProgress {
 public:
  TrainingProgress(Log& log, double tolerance) : log_(log), bar_(log), forecast_(tolerance) {}
  void update(const Progress& now);

 private:
  void log_pass(const Progress& now);

  Log& log_;
  ProgressBar bar_;
  ConvergenceForecast forecast_;
  double passes_ = 0;  ///< of the last line: the solver also calls in the middle of a sweep
};

/// λ, μ, C and ρ in words.
std::string describe(const Penalty& penalty, double total_weight);

/// "proved: at most 0.0041 % above the optimum", or that nothing is proved.
std::string describe_proof(double primal, const std::optional<double>& dual);

/// null for what is not there; JSON has no infinity either.
Json number_or_null(const std::optional<double>& value);

}  // namespace smsvm::cli
