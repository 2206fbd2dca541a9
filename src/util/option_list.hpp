#pragma once

#include <array>
#include <limits>
#include <string>
#include <variant>

#include "util/words.hpp"

namespace smsvm {

/// The numbers that an option may be.
struct Range {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  const char* expected = "a number";  ///< in words
  double least = -infinity, greatest = infinity;
  bool with_least = true, with_greatest = true;

  bool has(double value) const {
    return (with_least ? value >= least : value > least) && (with_greatest ? value <= greatest : value < greatest);
  }
};

/// Which commands declare an option: all that train; `train` alone, others having one of their own or none; all that
/// read data.
enum class DeclaredBy { every_training, train, every_reading };

/// An option of training that is one number or one word. Its row in the list is all that is said of it: the checks, the
/// command, the identity of checkpoints and Python read it there, and a test looks for it in docs/cli.md.
struct ListedOption {
  using Member = std::variant<double SolverOptions::*, std::optional<double> SolverOptions::*, int SolverOptions::*, std::int64_t SolverOptions::*,
                              std::uint64_t SolverOptions::*, Solver SolverOptions::*, int TrainingOptions::*,
                              std::optional<double> TrainingOptions::*, std::optional<std::string> TrainingOptions::*,
                              Intercept TrainingOptions::*, Scale TrainingOptions::*, Device TrainingOptions::*,
                              std::optional<CalibrationMethod> TrainingOptions::*>;
  const char* name;  ///< on the command line
  Member member;
  const char* parameter;  ///< of the Python estimators; none: they do not have it
  const char* group;      ///< of the help
  const char* help;
  DeclaredBy declared_by = DeclaredBy::every_training;
  const char* type = "NUMBER";  ///< of what the help says is expected; words say themselves what there is
  const char* otherwise = "";   ///< the default, as the help has it
  Range range = {};
  bool decides = false;  ///< about bits of the result, so that a checkpoint keeps it; of SolverOptions: the others show
                         ///< in the problem

  /// As an attribute: max_passes for --max-passes.
  std::string identifier() const;
};

inline constexpr auto option_list = [] {
  using enum DeclaredBy;
  constexpr const char *number = "NUMBER", *nowhere = nullptr;
  constexpr bool decides = true;
  constexpr double infinity = Range::infinity;
  constexpr Range any, not_negative{"a number >= 0", 0, infinity, true, false},
      above_zero{"a number > 0", 0, infinity, false, false}, positive{"a positive number", 0, infinity, false},
      share{"between 0 and 1", 0, 1}, one_or_more{"at least 1", 1}, zero_or_more{"0 or more", 0},
      above_one{"more than 1", 1, infinity, false, false}, below_half{"between 0 and 0.5", 0, 0.5, false, false},
      folds{"between 2 and 1000", 2, 1000};
  constexpr Range smoothing{"between 1e-100 and 1e100", 1e-100, 1e100};  // ε² and its inverse must be numbers
  return std::to_array<ListedOption>({
      {"--l2", &TrainingOptions::l2, "l2", "Penalty", "Weight λ of ½‖w‖² beside the mean loss", train, number, "",
       not_negative},
      {"--l1", &TrainingOptions::l1, "l1", "Penalty", "Weight μ of ‖w‖₁ beside the mean loss", train, number, "",
       not_negative},
      {"-C", &TrainingOptions::c, "C", "Penalty", "Weight of the summed loss, as in LIBLINEAR; not with --l2, --l1",
       train, number, "1", above_zero},
      {"--l1-ratio", &TrainingOptions::l1_ratio, "l1_ratio", "Penalty", "With -C: share of ℓ1, 0 to 1", train, number,
       "0", share},
      {"--intercept", &TrainingOptions::intercept, "intercept", "Penalty", "How the constant term is treated"},
      {"--scale", &TrainingOptions::scale, "scale", "Penalty",
       "Divide features, for the penalty, by their range or deviation"},
      {"--positive", &TrainingOptions::positive, nowhere, "Classes and weights",
       "This class against the rest; else every class, if more than two", every_training, "LABEL"},
      {"--tolerance", &SolverOptions::tolerance, "tol", "Solver", "Stop at this proved relative gap", every_training,
       number, "1e-4", positive, decides},
      {"--seed", &SolverOptions::seed, "random_state", "Solver",
       "Picks the rows of the first, small problems; deals rows to folds", every_training, "N", "1", any, decides},
      {"--max-passes", &SolverOptions::max_passes, "max_passes", "Solver", "Stop after so many passes over the data",
       every_training, number, "100000; 1000 for another --solver", one_or_more},
      {"--max-seconds", &SolverOptions::max_seconds, "max_seconds", "Solver", "Stop training after this time",
       every_training, number, "no limit", positive},
      {"--solver", &SolverOptions::solver, "solver", "Solver", "The method", train, number, "", any, decides},
      {"--device", &TrainingOptions::device, "device", "Machine", "Where to compute"},
      {"--threads", &SolverOptions::threads, "n_jobs", "Machine",
       "0: as many as the machine has; never changes the result", every_reading, "N", "", zero_or_more},
      {"--memory", &SolverOptions::memory, nowhere, "Machine", "Most for the solver's dense systems, e.g. 4G",
       every_training, "BYTES", "1G", zero_or_more, decides},
      {"--epsilon-start", &SolverOptions::epsilon_start, nowhere, "Solver newton, bfgs", "Smoothing at the beginning",
       train, number, "1", smoothing, decides},
      {"--epsilon-min", &SolverOptions::epsilon_min, nowhere, "Solver newton, bfgs",
       "Stop when the problem smoothed by so little is solved", train, number, "1e-7", smoothing, decides},
      {"--epsilon-factor", &SolverOptions::epsilon_factor, nowhere, "Solver newton, bfgs",
       "Divide the smoothing by this when it is solved", train, number, "2", above_one, decides},
      {"--armijo", &SolverOptions::armijo, nowhere, "Solver newton, bfgs",
       "Least share of the promised decrease that a step must bring", train, number, "1e-4", below_half, decides},
      {"--calibrate", &TrainingOptions::calibration, "calibrate", "Probabilities",
       "Learn probabilities, for 'predict --probability'", train},
      {"--calibration-folds", &TrainingOptions::calibration_folds, "calibration_folds", "Probabilities",
       "Learn them from scores of rows left out, one fold at a time", train, "N", "5", folds},
  });
}();

template <class Options, class Value>
auto& value_at(Options& options, Value TrainingOptions::*member) {
  return options.*member;
}
template <class Options, class Value>
auto& value_at(Options& options, Value SolverOptions::*member) {
  return options.solver.*member;
}

/// Throws OptionError naming the first number that is out of its range.
void check_numbers(const TrainingOptions& options);

/// As the command line has it: a number or a word. Empty where nothing is said.
std::string text_of(const TrainingOptions& options, const ListedOption& option);

}  // namespace smsvm
