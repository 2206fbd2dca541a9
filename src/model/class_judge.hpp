#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/proof.hpp"

namespace smsvm {

/// A column of the model as a point of the proof's problem.
struct ModelPoint {
  std::vector<double> weight;  ///< per column of the data
  double intercept = 0;
};

/// The arithmetic of a verdict. Finds the objective of the point and the bound that the dual point of the claim proves,
/// notes them in the verdict, and says why they do not bear the claim out; nothing if they do.
using ClassJudge = std::function<std::optional<std::string>(const ClassProof&, const ModelPoint&, ClassVerdict&)>;

/// All checks that verify() makes, with the arithmetic left to the judge. Where that is exact, the data need not be in
/// the precision of the proof.
Verdict verify_with(const ClassJudge& judge, bool exact, const Dataset& data, const Model& model, const Proof& proof);

}  // namespace smsvm
