#include <algorithm>
#include <iterator>
#include <utility>

#include "estimate/groups.hpp"

namespace smsvm {
namespace {

/// Without a fold, with what C means for the rows that are left.
Batch without_folds(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t first, std::size_t last) {
  Batch batch = group_of(problem, cross_fit, first, last);
  for (std::size_t k = 0; k < batch.target.size(); ++k) {
    const Penalty of_rows = problem.options.penalty(batch.target[k].total_weight(problem.data->rows));
    batch.penalty[k].l2 = of_rows.l2;
    batch.penalty[k].l1 = of_rows.l1;
  }
  return batch;
}

}  // namespace

std::vector<std::int32_t> cross_predict(const TrainingProblem& problem, int folds) {
  const std::size_t columns = problem.problems();
  SolverOptions solver = solver_options(problem);
  solver.dual_points = DualPoints::dropped;
  const CrossFit cross_fit(columns, stratified_folds(problem.labels_of_rows().of_row, folds, solver.seed));
  std::vector<Fit> fits(columns);  // those of all rows, whom nobody asks
  for (const std::size_t at_once = problems_of_group(problem); fits.size() < cross_fit.size();) {
    const std::size_t last = std::min(fits.size() + at_once, cross_fit.size());
    BatchFit some = train(*problem.data, without_folds(problem, cross_fit, fits.size(), last), solver);
    std::ranges::move(some.fit, std::back_inserter(fits));
  }
  const std::vector<double> scores = cross_fit.held_out_scores(*problem.data, fits, solver.threads);
  std::vector<std::int32_t> predicted;
  for (auto own = scores.begin(); own != scores.end(); own += static_cast<std::ptrdiff_t>(columns)) {
    const auto highest = std::max_element(own, own + static_cast<std::ptrdiff_t>(columns)) - own;
    predicted.push_back(columns == 1 ? (*own > 0 ? 0 : 1) : static_cast<std::int32_t>(highest));
  }
  return predicted;
}

}  // namespace smsvm
