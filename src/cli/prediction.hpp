#pragma once

#include <string>

#include "cli/log.hpp"
#include "cli/shared_options.hpp"

namespace smsvm::cli {

/// The command line of `smsvm predict`.
struct PredictOptions {
  std::string data, model, output = "-";
  bool scores = false, probability = false;
  ReadOptions reading;
  RankOptions ranks;
  ReportingOptions reporting;
};

int run_predict(PredictOptions options, Log& log);

}  // namespace smsvm::cli
