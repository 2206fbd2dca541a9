#pragma once

#include <optional>
#include <string>
#include <vector>

#include "smsvm/row_weights.hpp"

namespace smsvm::cli {

/// The command line of LIBLINEAR's `train`, as far as smsvm solves the same problem.
struct LiblinearTraining {
  std::string data, model;
  bool names_solver = false;  ///< -s 3 was given
  double c = 1;
  double bias = -1;  ///< below 0: no intercept
  bool free_bias = false;
  double epsilon = 0.1;
  std::vector<std::string> class_weight;  ///< LABEL=W
  int folds = 0;                          ///< 0: no cross-validation
  int threads = 0;
  bool quiet = false;
};
struct LiblinearPrediction {
  std::string data, model, output;
  bool probability = false, quiet = false;
};

/// Throw OptionError for what LIBLINEAR would not understand either, and for problems that are not solved here.
LiblinearTraining parse_liblinear_training(const std::vector<std::string>& words);
LiblinearPrediction parse_liblinear_prediction(const std::vector<std::string>& words);

}  // namespace smsvm::cli
