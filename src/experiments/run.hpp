#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/labelled_rows.hpp"
#include "experiments/method.hpp"

namespace smsvm::experiments {

/// What was measured of one method on one problem: a line of the CSV file.
struct Run {
  std::string study;  ///< which experiment it belongs to
  std::string data;
  int repetition = 0;
  std::string method;
  std::int64_t rows = 0, features = 0;  ///< of the training data
  double sparsity = 0;                  ///< of the centroids, for synthetic data
  Weights weights;                      ///< as used by this method
  std::string status;
  std::optional<double> accuracy;  ///< on the test rows, where there are some
  double seconds = 0;              ///< training alone
  double passes = 0;
  std::optional<double> passes_to_1e3;  ///< until its own certificate showed a relative gap of 1e-3
  double primal = 0;
  std::optional<double> dual;     ///< what the method itself proved
  std::optional<double> optimum;  ///< lower bound on the optimum of the same problem, by primal-dual; none unpenalised
  std::int64_t nonzero_weights = 0;
  std::vector<Progress> history;  ///< not in the CSV

  std::optional<double> relative_gap() const;   ///< by its own certificate
  std::optional<double> above_optimum() const;  ///< (P − optimum)/P: proved, for every method
};

/// How the experiments are run, and how they speak.
struct Settings {
  int repeats = 50;
  int australian_repeats = 50;  ///< small enough that even a quick look can afford several
  int covertype_repeats = 20;
  bool quick = false;       ///< small sizes, for a look and for the tests
  std::string data_folder;  ///< of the real data sets
  int threads = 0;
  std::uint64_t seed = 1;
  std::function<void(const std::string&)> tell;    ///< what is being done now
  std::function<void(const std::string&)> detail;  ///< each fit, once it is done
  std::function<bool()> keep_going;                ///< false: stop with Interrupted

  /// Throws Interrupted where it was asked for.
  void check() const;
};
struct Interrupted {};

/// What is said of a fit, however it came about.
Run run_of(const Method& method, const Fit& fit, const LabelledRows& train, const LabelledRows& test,
           const Penalty& penalty);

/// Trains a method and measures it. `adjust` may change its usual options.
Run measure(const Method& method, const LabelledRows& train, const LabelledRows& test, const Weights& weights,
            const Settings& settings, const std::function<void(SolverOptions&)>& adjust = {});

/// All methods on one problem. Ours come first; their bounds serve the others.
std::vector<Run> measure_all(std::span<const Method> methods, const LabelledRows& train, const LabelledRows& test,
                             const Weights& weights, const Settings& settings,
                             const std::function<void(SolverOptions&)>& adjust = {});

}  // namespace smsvm::experiments
