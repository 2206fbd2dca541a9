#include <algorithm>
#include <cmath>
#include <sstream>

#include "judge/trial.hpp"

namespace smsvm::judge {
namespace {

std::string both(std::string_view what, double claimed, std::string_view found_as, double found) {
  std::ostringstream text;
  text.precision(17);
  text << what << ' ' << claimed << ", " << found_as << ' ' << found;
  return text.str();
}

double relative(const mpq_class& excess, double primal) {
  return primal > 0 ? mpq_class(excess / mpq_class(primal)).get_d() : excess.get_d();
}

bool is_usable(const ExactProblem& exact, const Claims& claims) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  if (!std::ranges::all_of(claims.weights, is_finite) || !is_finite(claims.intercept)) return false;
  if (!is_finite(claims.primal) || !is_finite(claims.dual.value_or(0))) return false;
  if (!claims.dual || claims.dual_point == nullptr) return true;
  return claims.dual_point->size() == exact.sign.size() && std::ranges::all_of(*claims.dual_point, is_share);
}

void judge_dual(const ExactProblem& exact, const Claims& claims, const mpq_class& primal,
                std::vector<Finding>& findings) {
  const mpq_class claimed(*claims.dual);
  // Without a dual point only a better point can show that a bound is false.
  const mpq_class proved = claims.dual_point == nullptr ? primal : exact_bound(exact, *claims.dual_point);
  if (claimed > proved) {
    const bool refuted = claimed > primal;
    findings.push_back({Fault::false_bound, relative(claimed - proved, claims.primal),
                        both("claims the bound", *claims.dual, refuted ? "but P(w, b) is" : "but the dual point proves",
                             refuted ? primal.get_d() : proved.get_d())});
  }
  if (*claims.dual > claims.primal) {
    findings.push_back({Fault::bounds_cross, relative(claimed - mpq_class(claims.primal), claims.primal),
                        both("claims the bound", *claims.dual, "above its objective", claims.primal)});
  }
}

}  // namespace

std::string_view name(Fault fault) {
  constexpr std::array<std::string_view, fault_kinds> names = {
      "false objective",        "false bound",    "bound above objective", "false convergence",
      "false largest strength", "verify refuses", "unusable answer"};
  return names[static_cast<std::size_t>(fault)];
}

std::vector<Finding> judge_claims(const ExactProblem& exact, const Claims& claims, double tolerance) {
  if (!is_usable(exact, claims)) return {{Fault::unusable, 0, "a number of the answer is not usable"}};
  std::vector<Finding> findings;
  const mpq_class primal = exact_primal(exact, claims.weights, claims.intercept);
  if (primal > mpq_class(claims.primal)) {
    findings.push_back({Fault::false_primal, relative(primal - mpq_class(claims.primal), claims.primal),
                        both("claims the objective", claims.primal, "but P(w, b) is", primal.get_d())});
  }
  if (claims.dual) judge_dual(exact, claims, primal, findings);
  if (claims.status == Status::converged) {
    const mpq_class objective(claims.primal);
    if (!claims.dual || objective - mpq_class(*claims.dual) > mpq_class(tolerance) * objective)
      findings.push_back(
          {Fault::false_convergence, 0,
           both("says converged at the objective", claims.primal, "with the bound", claims.dual.value_or(-INFINITY))});
  }
  return findings;
}

}  // namespace smsvm::judge
