#include "experiments/runs_csv.hpp"

#include <fmt/format.h>

namespace smsvm::experiments {
namespace {

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string(); }

}  // namespace

std::string runs_csv(std::span<const Run> runs) {
  std::string text =
      "study,data,repetition,method,rows,features,sparsity,l2,l1,status,accuracy,seconds,passes,passes_to_1e-3,primal,"
      "dual,relative_gap,optimum,above_optimum,nonzero_weights\n";
  for (const Run& run : runs) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", run.study, run.data,
                        run.repetition, run.method, run.rows, run.features, run.sparsity, run.weights.l2,
                        run.weights.l1, run.status, cell(run.accuracy), run.seconds, run.passes,
                        cell(run.passes_to_1e3), run.primal, cell(run.dual), cell(run.relative_gap()),
                        cell(run.optimum), cell(run.above_optimum()), run.nonzero_weights);
  }
  return text;
}

}  // namespace smsvm::experiments
