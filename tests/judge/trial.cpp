#include "judge/trial.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "judge/verifying.hpp"
#include "smsvm/error.hpp"
#include "smsvm/read.hpp"

namespace smsvm::judge {
namespace {

/// Whether each label has a row of some weight: a model of other labels is none that verify takes.
bool every_class_counts(const Dataset& data, const std::vector<double>& row_weight) {
  std::vector<bool> counts(data.labels.distinct.size(), row_weight.empty());
  for (std::size_t i = 0; i < row_weight.size(); ++i)
    if (row_weight[i] > 0) counts[static_cast<std::size_t>(data.labels.of_row[i])] = true;
  return std::ranges::find(counts, false) == counts.end();
}

class Trial {
 public:
  Trial(const Problem& problem, const std::string& file) : problem_(problem), data_(read_text(problem, file)) {
    for (const TextRow& row : problem.rows) {
      ExactRow& exact = rows_.emplace_back();
      for (const Cell& cell : row.cells) exact.push_back({cell.feature, Number::from_decimal(cell.text)});
    }
    penalty_ = problem.penalty;
    penalty_.scale = feature_scale(data_, problem.scale, problem.row_weight);
    scale_.assign(problem.features, Number(1));
    factor_.assign(problem.features, Number(1));
    for (std::size_t j = 0; j < problem.factor.size(); ++j) factor_[j] = Number(problem.factor[j]);
    for (std::size_t j = 0; j < static_cast<std::size_t>(data_.features); ++j) {
      if (!problem.factor.empty()) penalty_.factor.push_back(problem.factor[feature_of(j)]);
    }
    penalty_.check(data_.features);  // a scale beyond what squares can hold is refused, as by train()
    for (std::size_t j = 0; j < penalty_.scale.size(); ++j) scale_[feature_of(j)] = Number(penalty_.scale[j]);
  }

  Outcome run() {
    if (problem_.task == Task::path) {
      follow_path();
    } else {
      train_classes();
    }
    return std::move(outcome_);
  }

 private:
  static Dataset read_text(const Problem& problem, const std::string& file) {
    std::ofstream(file, std::ios::binary) << problem.text();
    ReadOptions options;
    options.precision = problem.precision;
    options.text_format = TextFormat::libsvm;
    options.threads = 1;
    return read(file, options);
  }

  /// Of the text, from 0; the reader may have left out columns.
  std::size_t feature_of(std::size_t column) const {
    return static_cast<std::size_t>(data_.feature_id(static_cast<std::int64_t>(column)) - 1);
  }

  std::vector<double> of_all_features(const std::vector<double>& stored) const {
    std::vector<double> all(problem_.features, 0.0);
    for (std::size_t j = 0; j < stored.size(); ++j) all[feature_of(j)] = stored[j];
    return all;
  }

  /// Of the data, for a label of the problem.
  std::int32_t label_index(std::size_t label) const {
    const auto& distinct = data_.labels.distinct;
    const auto found = std::ranges::find(distinct, Label::parse(problem_.labels[label]));
    if (found == distinct.end()) throw std::logic_error("a label of the text was not read");
    return static_cast<std::int32_t>(found - distinct.begin());
  }

  Target target(std::size_t label) const {
    Target target = Target::one_against_rest(data_, label_index(label));
    target.weight = problem_.row_weight;
    return target;
  }

  ExactProblem exact(std::size_t label, double l2, double l1) const {
    ExactProblem exact;
    exact.rows = &rows_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      exact.sign.push_back(problem_.rows[i].label == label ? 1 : -1);
      exact.weight.emplace_back(problem_.row_weight.empty() ? 1.0 : problem_.row_weight[i]);
    }
    const Number of_l2(l2), of_l1(l1);
    for (std::size_t j = 0; j < problem_.features; ++j)
      exact.feature.push_back({of_l2 * factor_[j] * scale_[j] * scale_[j], of_l1 * factor_[j] * scale_[j]});
    exact.has_intercept = penalty_.intercept != Intercept::none;
    if (penalty_.intercept == Intercept::penalized) exact.intercept = {of_l2, of_l1};
    return exact;
  }

  Claims claims_of(const Fit& fit) const {
    return {fit.status, of_all_features(fit.weights), fit.intercept, fit.primal, fit.dual, &fit.dual_point};
  }

  void note(const std::vector<Finding>& findings) {
    outcome_.findings.insert(outcome_.findings.end(), findings.begin(), findings.end());
  }
  void note(Status status) {
    if (status != Status::converged) outcome_.status = status;
  }

  void note_limits_of_doubles(double of_l2, double of_l1, const std::vector<double>& weights, double primal) {
    constexpr double half_a_unit = 0x1p-53;
    const ExactProblem problem = exact(0, of_l2, of_l1);
    std::vector<double> largest(problem_.features, 0.0);
    for (const ExactRow& row : rows_)
      for (const ExactValue& value : row)
        largest[value.feature] = std::max(largest[value.feature], std::abs(value.value.fraction().get_d()));
    double of_primal = 0, of_bound = 0;
    for (std::size_t j = 0; j < largest.size(); ++j) {
      const double rounding = half_a_unit * largest[j];
      const double l2 = problem.feature[j].l2.fraction().get_d(), l1 = problem.feature[j].l1.fraction().get_d();
      of_primal += rounding * std::abs(weights[j]);
      if (l2 > 0 || l1 > 0) of_bound += l2 > 0 ? rounding * rounding / (2 * l2) : rounding / l1 * primal;
    }
    if (of_primal + of_bound > problem_.solver.tolerance * primal) outcome_.is_beyond_doubles = true;
  }

  // ---- Training ----

  void train_classes() {
    std::vector<std::size_t> labels = {0};
    std::vector<Fit> fits;
    if (problem_.task == Task::one_class) {
      fits.push_back(train(data_, target(0), penalty_, problem_.solver));
    } else {
      for (std::size_t k = 1; k < problem_.labels.size(); ++k) labels.push_back(k);
      Batch batch;
      for (const std::size_t label : labels) batch.target.push_back(target(label));
      batch.penalty.assign(labels.size(), penalty_);
      fits = train(data_, batch, problem_.solver).fit;
    }
    for (std::size_t k = 0; k < labels.size(); ++k) {
      note(fits[k].status);
      note_limits_of_doubles(penalty_.l2, penalty_.l1, of_all_features(fits[k].weights), fits[k].primal);
      note(judge_claims(exact(labels[k], penalty_.l2, penalty_.l1), claims_of(fits[k]), problem_.solver.tolerance));
    }
    const auto has_proof = [](const Fit& fit) { return fit.dual && !fit.dual_point.empty(); };
    if (std::ranges::all_of(fits, has_proof)) ask_the_verifier(labels, fits);
  }

  void ask_the_verifier(const std::vector<std::size_t>& labels, const std::vector<Fit>& fits) {
    std::vector<Label> positive;
    for (const std::size_t label : labels)
      positive.push_back(data_.labels.distinct[static_cast<std::size_t>(label_index(label))]);
    const Verdict verdict = verify_in_memory({data_, penalty_, problem_, positive, fits});
    const bool all_true = outcome_.findings.empty();
    if (all_true && !verdict.holds && every_class_counts(data_, problem_.row_weight))
      note({Finding{Fault::verify_refusal, 0, verdict.reason}});
    outcome_.false_but_confirmed = !all_true && verdict.holds;
  }

  // ---- Paths ----

  void follow_path() {
    const PathFit fit = fit_paths(data_, {PathGroup{problem_.path, {target(0)}, 1}}, penalty_, problem_.solver);
    const Path& path = fit.group.front().path.front();
    std::vector<std::vector<double>> weights;
    for (const PathPoint& point : path) weights.push_back(of_all_features(point.weights.dense(data_.features)));
    for (std::size_t k = 0; k < path.size(); ++k) {
      const PathPoint& point = path[k];
      const ExactProblem here = exact(0, point.l2, point.l1);
      note(point.status);
      note_limits_of_doubles(point.l2, point.l1, weights[k], point.primal);
      note(judge_claims(here, {point.status, weights[k], point.intercept, point.primal, point.dual, nullptr},
                        problem_.solver.tolerance));
      // The other points of the path are points of this problem as well: none may be below the bound.
      for (std::size_t other = 0; point.dual && other < path.size(); ++other)
        if (other != k) compare_with_bound(here, point, weights[other], path[other].intercept);
    }
    if (!path.empty()) try_to_refute(path[problem_.number % path.size()]);
    if (!path.empty() && problem_.path.strengths.empty()) judge_largest(fit.group.front().largest);
  }

  void compare_with_bound(const ExactProblem& here, const PathPoint& point, const std::vector<double>& weights,
                          double intercept) {
    const mpq_class primal = exact_primal(here, weights, intercept), excess = mpq_class(*point.dual) - primal;
    if (excess > 0)
      note({Finding{Fault::false_bound, mpq_class(excess / mpq_class(point.primal)).get_d(),
                    "a point is below the bound of the path at strength " + std::to_string(point.strength)}});
  }

  /// By a fit of its own that is to come as near to the optimum as it can.
  void try_to_refute(const PathPoint& point) {
    if (!point.dual) return;
    Penalty penalty = penalty_;
    penalty.l2 = point.l2;
    penalty.l1 = point.l1;
    const Fit fit = train(data_, target(0), penalty, precise());
    compare_with_bound(exact(0, point.l2, point.l1), point, of_all_features(fit.weights), fit.intercept);
  }

  /// A little above the strength that suffices no point is better than w = 0.
  void judge_largest(const LargestStrength& largest) {
    if (!(largest.lower > 0)) return;  // then `upper` is only a place to begin
    const Penalty penalty = problem_.path.penalty(penalty_, 1.0001 * largest.upper);
    const ExactProblem above = exact(0, penalty.l2, penalty.l1);
    if (penalty.intercept == Intercept::none) {
      const mpq_class multiple = exact_multiple_for_no_weights(above);
      if (multiple > 1) note_largest(largest, mpq_class(multiple - 1).get_d());
      return;
    }
    const Fit fit = train(data_, target(0), penalty, precise());
    const mpq_class zero = exact_primal_without_weights(above);
    const mpq_class found = exact_primal(above, of_all_features(fit.weights), fit.intercept);
    if (found < zero) note_largest(largest, mpq_class((zero - found) / zero).get_d());
  }

  void note_largest(const LargestStrength& largest, double excess) {
    note({Finding{Fault::false_largest, excess,
                  "weights are zero from strength " + std::to_string(largest.upper) + " on, it says; they are not"}});
  }

  SolverOptions precise() const {
    SolverOptions options = problem_.solver;
    options.solver = Solver::primal_dual;
    options.tolerance = 1e-11;
    options.max_passes = 200;
    return options;
  }

  const Problem& problem_;
  Dataset data_;
  std::vector<ExactRow> rows_;
  Penalty penalty_;
  std::vector<Number> factor_, scale_;  ///< of each feature of the text
  Outcome outcome_;
};

}  // namespace

Outcome judge_problem(const Problem& problem, const std::string& file) {
  Outcome outcome;
  try {
    return Trial(problem, file).run();
  } catch (const Error& error) {
    outcome.refused = error.what();
  } catch (const std::exception& error) {
    outcome.findings.push_back({Fault::unusable, 0, error.what()});
  }
  return outcome;
}

}  // namespace smsvm::judge
