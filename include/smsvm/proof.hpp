#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/model.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

struct ReadOptions;

/// Hands a dual point to its argument, window after window of rows; the same every time it is called.
using DualPointSource = std::function<void(const std::function<void(std::span<const double> window)>& take)>;

/// A dual point and the bracket it claims for one class against the others.
struct SMSVM_API ClassProof {
  Label positive;                          ///< the label of the +1 rows
  double primal = 0;                       ///< claimed objective of the model
  double dual = 0;                         ///< claimed lower bound on the optimum
  std::vector<double> dual_point;          ///< ā in [0, 1], in the original order of the rows
  DualPointSource dual_point_source = {};  ///< instead, where it need not be in memory
};

/// All that is needed, with the data and the model, to prove how far the model is from optimal (docs/method.md,
/// section 3).
struct SMSVM_API Proof {
  std::uint64_t data_checksum = 0;
  std::int64_t rows = 0;
  Precision precision = Precision::float32;  ///< of the data as trained on
  Penalty penalty;
  std::vector<double> row_weight;   ///< empty: all 1
  std::vector<ClassProof> classes;  ///< one for each column of the model
};

SMSVM_API void save_proof(const Proof& proof, const std::string& path);  ///< atomically, as save_model
SMSVM_API Proof load_proof(const std::string& path);

/// What is known about the problem besides data and model. What follows from none of them is taken from the proof, and
/// the verdict says so.
struct KnownProblem {
  std::optional<std::vector<double>> row_weight;      ///< of each row, without class weights; none: those of the data
  std::optional<std::vector<double>> penalty_factor;  ///< of each stored column
};

/// What was found for one class.
struct ClassVerdict {
  double primal = 0;  ///< P(model), recomputed
  double dual = 0;    ///< D(ā), recomputed
  double relative_gap = 0;
};

/// What an independent pass over the data finds. Shares no code with the solver.
struct Verdict {
  std::vector<ClassVerdict> classes;  ///< in the order of the proof's, up to the first that fails
  /// Sums over these classes, and the largest of their gaps; NaN if none was looked at.
  double primal = std::numeric_limits<double>::quiet_NaN(), dual = primal, relative_gap = primal;
  /// Data, model and dual points fit together, every class of the model is there, what the model says about its
  /// training follows from them, and the claims are surely true.
  bool holds = false;
  std::string reason;  ///< why not, in a sentence that names the class; empty if it holds
  /// Nothing was rounded: the claims were compared with the objective and the bound themselves, which `classes` gives
  /// rounded up and down.
  bool exact = false;
  /// What the verdict rests on without having been computed, each a phrase: "row weights from the proof: …".
  std::vector<std::string> taken;
};

/// In extended precision, with a bound on its own rounding: a claim is confirmed only where it is surely true of the
/// numbers from which the data were read. The data may be in either precision, whatever that of the proof is; but a
/// proof about doubles is not one about floats.
SMSVM_API Verdict verify(const Dataset& data, const Model& model, const Proof& proof, const KnownProblem& known = {});

/// The same without any rounding, as a theorem about the values of these data.
SMSVM_API Verdict verify_exactly(const Dataset& data, const Model& model, const Proof& proof,
                                 const KnownProblem& known = {});
/// As a theorem about the numbers that stand in the file: `data` were read from there with these options, in either
/// precision. Of libsvm text and CSV the decimals count, for which the file is read again (so it cannot be standard
/// input); elsewhere the values of the data do. Throws DataError if the file has changed meanwhile.
SMSVM_API Verdict verify_exactly(const std::string& path, const ReadOptions& options, const Dataset& data,
                                 const Model& model, const Proof& proof, const KnownProblem& known = {});

}  // namespace smsvm
