#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/convergence_forecast.hpp"
#include "cli/log.hpp"
#include "cli/progress_bar.hpp"
#include "cli/proof_text.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {

/// Shows a run while it lasts: the bar, and a line per pass where asked for.
class TrainingProgress {
 public:
  /// `classes`: the name of each problem if there are several, else empty.
  TrainingProgress(Log& log, double tolerance, std::vector<std::string> classes);
  void update(std::size_t problem, const Progress& now);

 private:
  struct OfProblem {
    std::string name;  ///< "class 3  ", or nothing if there is only one
    Json label;        ///< for programs; null likewise
    ConvergenceForecast forecast;
    double passes = 0;  ///< of the last line: the solver also calls in the middle of a sweep
  };

  void log_pass(const OfProblem& problem, const Progress& now);
  double share() const;                     ///< of the one that has the longest way to go
  std::optional<double> remaining() const;  ///< likewise

  Log& log_;
  ProgressBar bar_;
  std::vector<OfProblem> problems_;
};

/// The relative gap, or that it is not known.
std::string gap_text(const Progress& now);
/// A line of the history.
Json progress_json(const Progress& now);

/// λ, μ, C and ρ in words.
std::string describe(const Penalty& penalty, double total_weight);

/// null for what is not there; JSON has no infinity either.
Json number_or_null(const std::optional<double>& value);

}  // namespace smsvm::cli
