#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "estimate/class_list.hpp"
#include "estimate/classes.hpp"
#include "rows/signs.hpp"
#include "select/folds.hpp"
#include "smsvm/checkpoint.hpp"
#include "smsvm/error.hpp"
#include "util/text.hpp"

namespace smsvm {
namespace {

std::vector<ClassWeight> class_weights(const TrainingOptions& options, const Dataset& data,
                                       const std::vector<double>& row_weight) {
  if (options.balanced_classes) return balanced_weights(data.all_labels(), row_weight);
  for (const ClassWeight& entry : options.class_weight) {
    if (index_of(data.labels, entry.label) < 0) {
      throw OptionError(fmt::format("--class-weight {}={}: no row has this label; there are: {}",
                                    printable(entry.label.text), entry.weight, list_classes(data.labels)));
    }
  }
  return options.class_weight;
}

void weigh_rows(TrainingProblem& problem, const Dataset& data) {
  std::optional<std::vector<double>> given = std::exchange(problem.options.row_weight, {});
  if (given && !given->empty() && std::ssize(*given) != data.rows)
    throw OptionError(fmt::format("{} row weights for {} rows", given->size(), data.rows));
  problem.sample_weight_given = given ? *std::move(given) : data.row_weight;
  problem.weight_given = problem.sample_weight_given;
  problem.class_weight = class_weights(problem.options, data, problem.weight_given);
  if (!problem.class_weight.empty())
    problem.weight_given =
        times_class_weights(std::move(problem.weight_given), data.all_labels(), problem.class_weight);
}

/// A row of weight 0 counts as if it were not there.
void keep_rows_with_weight(TrainingProblem& problem) {
  const std::vector<double>& weight = problem.weight_given;
  if (std::ranges::find(weight, 0.0) == weight.end()) return;
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] > 0) problem.kept.push_back(static_cast<std::int64_t>(i));
  if (problem.kept.empty()) throw Error(ErrorKind::bad_data, "every row has the weight 0; nothing is left to train on");
  problem.data = std::make_shared<Dataset>(keep_rows(*problem.data, problem.kept));
}

}  // namespace

TrainingProblem prepare(std::shared_ptr<const Dataset> data, TrainingOptions options) {
  options.check();
  TrainingProblem problem;
  problem.options = std::move(options);
  problem.data = std::move(data);
  const SolverOptions& solver = problem.options.solver;
  problem.rows_given = problem.data->rows;
  problem.checksum = problem.data->checksum(solver.threads);
  if (solver.checkpoint != nullptr) solver.checkpoint->know_data(problem.checksum);
  weigh_rows(problem, *problem.data);
  keep_rows_with_weight(problem);
  if (!problem.options.class_order.empty())
    problem.ordered_labels = in_order(problem.data->all_labels(), problem.options.class_order);
  choose_classes(problem);
  if (problem.options.calibration)
    check_folds("--calibration-folds", problem.options.calibration_folds, problem.data->rows);

  const Target any{{}, problem.weight()};
  problem.total_weight = any.total_weight(problem.data->rows);
  problem.penalty = problem.options.penalty(problem.total_weight);
  problem.penalty.factor = problem.options.penalty_factor;
  problem.penalty.scale = feature_scale(*problem.data, problem.options.scale, any.weight);
  problem.penalty.check(problem.data->features);
  return problem;
}

Target TrainingProblem::target(std::size_t problem) const {
  const bool by_label = !ordered_labels && weight_given.empty();
  if (by_label) return {{}, {}, positive[problem]};
  return {signs_of(labels_of_rows(), positive[problem]), weight()};
}

RowsOfPart TrainingProblem::part(const std::vector<double>& copies) const {
  if (std::ssize(copies) != data->rows)
    throw OptionError(
        fmt::format("a part says of {} rows how often they count; there are {}", copies.size(), data->rows));
  RowsOfPart rows{copies, {}};
  const std::vector<double> given = sample_weight();
  for (std::size_t i = 0; i < given.size(); ++i) rows.weight[i] *= given[i];
  if (!class_weight.empty()) {
    const Labels& all = data->all_labels();
    rows.weight = times_class_weights(rows.weight, all,
                                      options.balanced_classes ? balanced_weights(all, rows.weight) : class_weight);
  }
  rows.scale = feature_scale(*data, options.scale, rows.weight);
  return rows;
}

std::vector<Target> TrainingProblem::targets() const {
  std::vector<Target> all;
  for (std::size_t k = 0; k < problems(); ++k) all.push_back(target(k));
  return all;
}

std::vector<std::int8_t> TrainingProblem::signs(std::size_t problem) const {
  return signs_of(labels_of_rows(), positive[problem]);
}

std::vector<std::int32_t> TrainingProblem::truth() const {
  std::vector<std::int32_t> in_model(labels().distinct.size(), 1);  // two classes: 1 is the rest
  for (std::size_t k = 0; k < problems(); ++k)
    in_model[static_cast<std::size_t>(positive[k])] = static_cast<std::int32_t>(k);
  std::vector<std::int32_t> truth;
  truth.reserve(static_cast<std::size_t>(data->rows));
  for (const std::int32_t label : labels_of_rows().of_row) truth.push_back(in_model[static_cast<std::size_t>(label)]);
  return truth;
}

std::vector<double> TrainingProblem::for_rows_given(std::vector<double> of_kept) const {
  if (kept.empty() || of_kept.empty()) return of_kept;
  std::vector<double> all(static_cast<std::size_t>(rows_given), 0.0);
  for (std::size_t i = 0; i < of_kept.size(); ++i) all[static_cast<std::size_t>(kept[i])] = of_kept[i];
  return all;
}

void TrainingProblem::move_to(const PathPoint& point) {
  penalty.l1 = point.l1;
  penalty.l2 = point.l2;
}

}  // namespace smsvm
