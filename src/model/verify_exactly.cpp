#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "data/exact_rows.hpp"
#include "model/class_judge.hpp"
#include "model/exact_bracket.hpp"
#include "model/exact_sums.hpp"
#include "smsvm/proof.hpp"
#include "smsvm/read.hpp"

namespace smsvm {
namespace {

/// Not below the gap of the numbers, which are not negative, whatever is rounded.
double gap_rounded_up(double primal, double dual) {
  if (primal <= dual) return 0;
  const auto up = [](double number) { return std::nextafter(number, std::numeric_limits<double>::infinity()); };
  return std::min(1.0, up(up(primal - dual) / primal));
}

class ExactJudge {
 public:
  ExactJudge(const Dataset& data, const Proof& proof, const ExactRows& rows)
      : data_(data), proof_(proof), rows_(rows) {}

  Reason judge(const ClassProof& claim, const ModelPoint& point, ClassVerdict& verdict) {
    verdict.relative_gap = 1;  // what the dual point 0 proves
    if (!(std::isfinite(claim.primal) && std::isfinite(claim.dual))) return "the proof's claims are not finite";
    if (!units_) units_.emplace(rows_, static_cast<std::size_t>(data_.features));
    const ExactSums sums = sum_exactly(rows_, *units_, data_, proof_, claim, point);
    if (sums.weight == 0) return "the row weights are all zero";
    const ExactBracket found = exact_bracket(sums, *units_, proof_.penalty, claim, point);
    verdict.primal = found.primal;
    verdict.dual = found.dual;
    verdict.relative_gap = gap_rounded_up(found.primal, found.dual);
    return check(found, claim);
  }

 private:
  Reason check(const ExactBracket& found, const ClassProof& claim) const {
    if (found.unbounded) {
      if (*found.unbounded == static_cast<std::size_t>(data_.features))
        return "the intercept is not penalised and not balanced: no bound exists";
      return fmt::format("feature {} is not penalised and not balanced: the dual point proves no bound",
                         data_.feature_id(static_cast<std::int64_t>(*found.unbounded)));
    }
    if (!found.primal_holds)
      return fmt::format("the model's objective is {}, above the claimed {}", found.primal, claim.primal);
    if (!found.dual_holds) return fmt::format("the dual point proves {}, below the claimed {}", found.dual, claim.dual);
    return {};
  }

  const Dataset& data_;
  const Proof& proof_;
  const ExactRows& rows_;
  std::optional<ColumnUnits> units_;  // once the proof is known to be about these data
};

Verdict verify_rows_exactly(const ExactRows& rows, const Submission& submission) {
  ExactJudge exact(submission.data, submission.proof, rows);
  const auto judge = [&](const ClassProof& claim, const ModelPoint& point, ClassVerdict& verdict) {
    return exact.judge(claim, point, verdict);
  };
  return verify_with(judge, true, submission);
}

}  // namespace

Verdict verify_exactly(const Dataset& data, const Model& model, const Proof& proof, const KnownProblem& known) {
  return verify_rows_exactly(ExactRows(data), {data, model, proof, known});
}

Verdict verify_exactly(const std::string& path, const ReadOptions& options, const Dataset& data, const Model& model,
                       const Proof& proof, const KnownProblem& known) {
  if (path == "-") throw OptionError("standard input can be read but once: exact arithmetic reads the data again");
  return verify_rows_exactly(ExactRows(data, Source::open(path), options), {data, model, proof, known});
}

}  // namespace smsvm
