#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "cli/calibration_options.hpp"
#include "cli/checkpointing.hpp"
#include "cli/choices.hpp"
#include "cli/row_weights.hpp"
#include "cli/shared_options.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/read.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {

/// The command line of `smsvm train`, as given.
struct TrainOptions {
  std::string data, model;
  std::string test;  ///< rows to judge the model by
  std::optional<double> l2, l1, c, l1_ratio;
  Intercept intercept = Intercept::free;
  std::string penalty_factor;
  Scale scale = Scale::none;
  std::string sample_weight;
  std::vector<std::string> class_weight;
  std::optional<std::string> positive;
  CalibrationOptions calibration;
  Device device = Device::automatic;
  SolverOptions stopping;
  std::string memory;
  std::string certificate;
  CheckpointingOptions checkpointing;
  bool strict = false;
  ReadOptions reading;
  RankOptions ranks;
  ReportingOptions reporting;

  void add_to(CLI::App& command);
  /// What every command that trains has: what is penalised, weights, limits, reading, reporting.
  void add_common_to(CLI::App& command);
  /// Fills in what follows from other options, then throws an Error for the first thing that cannot be done.
  void complete();
  /// After DATA, if MODEL was not given.
  void name_model();
  /// class_weight, understood.
  ClassWeightOption class_weights() const { return ClassWeightOption::parse(class_weight); }
  /// λ and μ, for data of this total row weight.
  Penalty penalty(double total_weight) const;
};

}  // namespace smsvm::cli
