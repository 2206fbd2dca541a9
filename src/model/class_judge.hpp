#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/proof.hpp"

namespace smsvm {

/// Why a proof does not hold, in a sentence; nothing while all is well.
using Reason = std::optional<std::string>;

/// A column of the model as a point of the proof's problem.
struct ModelPoint {
  std::vector<double> weight;  ///< per column of the data
  double intercept = 0;
};

/// The arithmetic of a verdict. Finds the objective of the point and the bound that the dual point of the claim proves,
/// notes them in the verdict, and says why they do not bear the claim out; nothing if they do.
using ClassJudge = std::function<Reason(const ClassProof&, const ModelPoint&, ClassVerdict&)>;

/// What is to be checked.
struct Submission {
  const Dataset& data;
  const Model& model;
  const Proof& proof;
  const KnownProblem& known;
};

/// All checks that verify() makes, with the arithmetic left to the judge, which may be exact.
Verdict verify_with(const ClassJudge& judge, bool exact, const Submission& submission);

}  // namespace smsvm
