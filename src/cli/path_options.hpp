#pragma once

#include <string>
#include <vector>

#include "cli/train_options.hpp"
#include "smsvm/path.hpp"

namespace smsvm::cli {

/// What `path` and `cv` have in common. The strength of the penalty, which `train` is given, is what they vary.
struct PathCommandOptions : TrainOptions {
  std::vector<double> l1_ratios;
  PathOptions path;
  std::optional<double> min_ratio;
  bool all_points = false;
  std::string csv;
  bool shows_table = false;  ///< a short one, on a terminal, instead of CSV

  void add_to(CLI::App& command);
  void complete();
  /// One for each --l1-ratio; else one, over μ.
  std::vector<PathOptions> paths() const;
  /// At most.
  int points() const;
};

}  // namespace smsvm::cli
