#include "cli/proof_text.hpp"

#include <fmt/format.h>

#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

/// Whether the bound is worth a percentage.
bool is_tight(double primal, double dual) { return dual > 0 && (primal - dual) / dual <= 1; }

}  // namespace

std::string describe_proof(double primal, const std::optional<double>& dual) {
  if (!dual) return "nothing is proved";
  if (!is_tight(primal, *dual)) return fmt::format("proved: the optimum is at least {:.6g}", *dual);
  return fmt::format("proved: at most {} above the optimum", percent_at_most((primal - *dual) / *dual));
}

std::string describe_proof_of_classes(const std::string& weakest, double primal, const std::optional<double>& dual) {
  const std::string proof = describe_proof(primal, dual);
  if (dual && is_tight(primal, *dual)) return "each class " + proof;  // the others are nearer still
  return fmt::format("class {}, the weakest: {}", printable(weakest), proof);
}

}  // namespace smsvm::cli
