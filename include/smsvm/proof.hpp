#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/model.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

/// A dual point and the bracket it claims: all that is needed, with the data and the model, to prove how far the
/// model is from optimal (docs/method.md, section 3).
struct SMSVM_API Proof {
  std::uint64_t data_checksum = 0;
  std::int64_t rows = 0;
  Precision precision = Precision::float32;  ///< of the data as trained on
  Penalty penalty;
  Label positive;                  ///< the label of the +1 rows
  std::vector<double> row_weight;  ///< empty: all 1
  double primal = 0;               ///< claimed objective of the model
  double dual = 0;                 ///< claimed lower bound on the optimum
  std::vector<double> dual_point;  ///< ā in [0, 1], in the original order of the rows
};

SMSVM_API void save_proof(const Proof& proof, const std::string& path);  ///< atomically, as save_model
SMSVM_API Proof load_proof(const std::string& path);

/// What an independent pass over the data finds. Shares no code with the solver.
struct Verdict {
  double primal = 0;  ///< P(model), recomputed
  double dual = 0;    ///< D(ā), recomputed
  double relative_gap = 0;
  bool holds =
      false;  ///< data, model and dual point fit together and the recomputed gap is no larger than the claimed one
  std::string reason;  ///< why not, in a sentence; empty if it holds
};
SMSVM_API Verdict verify(const Dataset& data, const Model& model, const Proof& proof);

}  // namespace smsvm
