#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "cli/checkpointing.hpp"
#include "cli/choices.hpp"
#include "cli/shared_options.hpp"
#include "smsvm/estimate.hpp"
#include "smsvm/read.hpp"
#include "util/option_list.hpp"

namespace smsvm::cli {

/// The command line of `smsvm train`, as given.
struct TrainOptions {
  std::string data, model;
  std::string test;  ///< rows to judge the model by
  TrainingOptions training;
  std::string penalty_factor, sample_weight;  ///< files
  std::vector<std::string> class_weight;
  std::string certificate;
  CheckpointingOptions checkpointing;
  bool strict = false;
  ReadOptions reading;
  RankOptions ranks;
  ReportingOptions reporting;

  void add_to(CLI::App& command);
  /// What every command that trains has: what is penalised, weights, limits, reading, reporting.
  void add_common_to(CLI::App& command, DeclaredBy here = DeclaredBy::every_training);
  /// Fills in what follows from other options, then throws an Error for the first thing that cannot be done.
  void complete();
  /// After DATA, if MODEL was not given.
  void name_model();
};

}  // namespace smsvm::cli
