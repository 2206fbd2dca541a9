#include <fmt/format.h>

#include "baselines/baselines.hpp"
#include "smsvm/error.hpp"

namespace smsvm {

void check_takes_l1(Solver solver, std::string_view word) {
  if (solver == Solver::sgd || solver == Solver::minibatch_sgd || solver == Solver::cg)
    throw OptionError(fmt::format("--solver {} takes no ℓ1 penalty; use --l1 0 or another solver", word));
}

}  // namespace smsvm
