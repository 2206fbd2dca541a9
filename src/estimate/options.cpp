#include "baselines/baselines.hpp"
#include "smsvm/error.hpp"
#include "smsvm/estimate.hpp"
#include "util/option_list.hpp"

namespace smsvm {
namespace {

constexpr double default_c = 1, default_l1_ratio = 0;

}  // namespace

void TrainingOptions::check() const {
  check_numbers(*this);
  if ((l2 || l1) && (c || l1_ratio))
    throw OptionError("--l2 and --l1 say what the penalty is, and so do -C and --l1-ratio; give one pair of them");
  if (l1.value_or(0) > 0 || l1_ratio.value_or(0) > 0) check_takes_l1(solver.solver, word_for(solvers, solver.solver));
  if (balanced_classes && !class_weight.empty())
    throw OptionError("--class-weight is either balanced or LABEL=WEIGHT for some classes, not both");
  solver.check();
  if (device == Device::cuda) {
    throw Error(ErrorKind::unavailable, "--device cuda: this build has no CUDA backend; use --device cpu");
  }
}

Penalty TrainingOptions::penalty(double total_weight) const {
  if (!l2 && !l1) {
    return Penalty::from_c(c.value_or(default_c), l1_ratio.value_or(default_l1_ratio), total_weight, intercept);
  }
  Penalty given;
  given.l2 = l2.value_or(0);
  given.l1 = l1.value_or(0);
  given.intercept = intercept;
  return given;
}

}  // namespace smsvm
