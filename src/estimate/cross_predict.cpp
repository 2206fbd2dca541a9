#include <algorithm>

#include "select/cross_fit.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm {

std::vector<std::int32_t> cross_predict(const TrainingProblem& problem, int folds) {
  const std::size_t columns = problem.problems();
  const SolverOptions& solver = problem.options.solver;
  const CrossFit cross_fit(columns, stratified_folds(problem.labels_of_rows().of_row, folds, solver.seed));
  Batch batch;
  for (std::size_t k = columns; k < cross_fit.size(); ++k) {
    batch.target.push_back(cross_fit.target(k, problem.target(cross_fit.problem_of(k))));
    batch.penalty.push_back(problem.options.penalty(batch.target.back().total_weight(problem.data->rows)));
  }
  std::vector<Fit> fits = train(*problem.data, batch, solver).fit;
  fits.insert(fits.begin(), columns, Fit());  // those of all rows, whom nobody asks
  const std::vector<double> scores = cross_fit.held_out_scores(*problem.data, fits, solver.threads);
  std::vector<std::int32_t> predicted;
  for (auto own = scores.begin(); own != scores.end(); own += static_cast<std::ptrdiff_t>(columns)) {
    const auto highest = std::max_element(own, own + static_cast<std::ptrdiff_t>(columns)) - own;
    predicted.push_back(columns == 1 ? (*own > 0 ? 0 : 1) : static_cast<std::int32_t>(highest));
  }
  return predicted;
}

}  // namespace smsvm
