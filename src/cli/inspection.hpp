#pragma once

#include <string>

#include "checkpoint/saved_run.hpp"
#include "cli/log.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/model.hpp"
#include "smsvm/proof.hpp"

namespace smsvm::cli {

/// The same facts for people and for programs.
struct Inspection {
  std::string text;
  Json facts;
};

Inspection inspect_data(const Dataset& data);
/// With so many of its largest weights.
Inspection inspect_model(const Model& model, std::size_t weights = 10);
Inspection inspect_certificate(const Proof& proof);
Inspection inspect_checkpoint(const SavedRun& run);

}  // namespace smsvm::cli
