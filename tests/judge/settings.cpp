#include "judge/settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "judge/precisions.hpp"

namespace smsvm::judge {
namespace {

std::string formatted(const char* format, int digits, double value) {
  char buffer[512];  // a double before the point may take 310 digits
  const int length = std::snprintf(buffer, sizeof buffer, format, digits, value);
  return {buffer, static_cast<std::size_t>(length)};
}

std::string spelled(Random& random, const Spelling& spelling, double value) {
  switch (spelling.kind) {
    case Spelling::Kind::significant:
      return formatted("%.*g", spelling.digits, value);
    case Spelling::Kind::fixed:
      return formatted("%.*f", spelling.digits, value);
    case Spelling::Kind::long_tail:
      break;
  }
  std::string text = formatted("%.*e", 16, value);
  std::string tail;
  for (int k = 0; k < spelling.digits; ++k) tail += static_cast<char>('0' + random.whole(0, 9));
  return text.insert(text.find('e'), tail);
}

/// A family that says nothing about it has few digits or many.
Spelling draw_spelling(Random& random, const Spelling& asked) {
  if (asked.kind != Spelling::Kind::significant || asked.digits != 6) return asked;
  switch (random.whole(0, 3)) {
    case 0:
      return {Spelling::Kind::significant, random.whole(1, 4)};
    case 1:
      return {Spelling::Kind::significant, random.whole(5, 12)};
    case 2:
      return {Spelling::Kind::significant, 17};
    default:
      return {Spelling::Kind::long_tail, random.whole(1, 14)};
  }
}

void write_rows(Random& random, const Draft& draft, Problem& problem) {
  const Spelling spelling = draw_spelling(random, draft.spelling);
  for (std::size_t i = 0; i < draft.row.size(); ++i) {
    TextRow& row = problem.rows.emplace_back();
    row.label = draft.label[i];
    for (std::size_t j = 0; j < draft.features(); ++j) {
      const double value = draft.row[i][j];
      if (value == 0 && !draft.writes_zeros) continue;
      row.cells.push_back({j, spelled(random, spelling, value)});
    }
  }
}

/// 0, or a power of ten from 1e-10 to 1, now and then with more digits.
double draw_strength(Random& random, double nothing) {
  if (random.happens(nothing)) return 0;
  const double power = std::pow(10.0, random.whole(-10, 0));
  return random.happens(0.3) ? power * random.uniform(1, 10) : power;
}

void draw_penalty(Random& random, Problem& problem) {
  problem.penalty.l2 = draw_strength(random, 0.25);
  problem.penalty.l1 = draw_strength(random, problem.penalty.l2 > 0 ? 0.5 : 0.0);
  problem.penalty.intercept =
      random.one_of<Intercept>({Intercept::free, Intercept::free, Intercept::penalized, Intercept::none});
  if (random.happens(0.1)) problem.scale = random.one_of<Scale>({Scale::minmax, Scale::standard});
}

void draw_solver(Random& random, Problem& problem) {
  SolverOptions& solver = problem.solver;
  solver.threads = 1;
  solver.seed = random.bits() % 1000;
  solver.tolerance = random.one_of<double>({1e-2, 1e-4, 1e-4, 1e-6, 1e-8, 1e-10});
  solver.max_passes = random.happens(0.1) ? random.whole(1, 30) : 1000;
  if (problem.task == Task::path || !random.happens(0.08)) return;
  // The methods for comparison prove little for their work: a short run of them shows all that is to be judged.
  solver.max_passes = random.whole(2, 60);
  std::vector<Solver> methods = {Solver::newton, Solver::bfgs};
  if (problem.penalty.l1 == 0) methods.push_back(Solver::cg);
  const bool same_for_all = problem.factor.empty() && problem.scale == Scale::none;
  if (problem.penalty.l1 == 0 && same_for_all) methods.insert(methods.end(), {Solver::sgd, Solver::minibatch_sgd});
  solver.solver = random.one_of(methods);
}

void draw_path(Random& random, Problem& problem) {
  problem.path.points = random.whole(1, 5);
  problem.path.stop_early = random.happens(0.5);
  if (random.happens(0.5)) problem.path.l1_ratio = random.one_of<double>({1.0, 0.5, 0.9, 0.01});
  if (random.happens(0.3)) problem.path.min_ratio = random.one_of<double>({0.5, 0.1, 1e-3});
  if (problem.path.l1_ratio || problem.penalty.l2 > 1e-6) return;
  problem.penalty.l2 = 0;
}

/// Values beyond the largest float are refused as floats: nothing is left to judge then.
Precision draw_precision(Random& random, bool can_overflow_floats) {
  std::vector<Precision> kinds;
  for (const auto& [word, kind] : precisions())
    if (!can_overflow_floats || kind != Precision::float32) kinds.push_back(kind);
  return random.one_of(kinds);
}

}  // namespace

std::vector<double> draw_row_weights(Random& random, std::size_t rows) {
  std::vector<double> weight(rows);
  const int kind = random.whole(0, 4);
  for (double& each : weight) {
    if (kind == 0) each = random.whole(1, 5);
    if (kind == 1) each = random.whole(0, 3);
    if (kind == 2) each = std::pow(10.0, random.uniform(-12, 12));
    if (kind == 3) each = random.uniform();
    if (kind == 4) each = random.happens(0.3) ? 0.0 : std::pow(10.0, random.uniform(-3, 3));
  }
  if (std::ranges::all_of(weight, [](double each) { return each == 0; })) weight.front() = 1;
  return weight;
}

Problem with_settings(Random& random, const Draft& draft, std::string_view family) {
  Problem problem;
  problem.features = draft.features();
  problem.row_weight = draft.weight;
  problem.factor = draft.factor;
  if (draft.labels == 2) {
    problem.labels = random.one_of<std::vector<std::string>>({{"1", "-1"}, {"+1", "-1"}, {"0", "1"}, {"yes", "no"}});
  } else {
    for (std::size_t k = 0; k < draft.labels; ++k) problem.labels.push_back(std::to_string(k + 1));
  }
  if (draft.labels > 2) problem.task = Task::all_classes;
  if (family == "paths") problem.task = Task::path;
  if (problem.row_weight.empty() && random.happens(0.1))
    problem.row_weight = draw_row_weights(random, draft.row.size());
  if (problem.factor.empty() && random.happens(0.05))
    for (std::size_t j = 0; j < draft.features(); ++j) problem.factor.push_back(random.uniform(0.1, 3));
  write_rows(random, draft, problem);
  draw_penalty(random, problem);
  draw_solver(random, problem);
  if (problem.task == Task::path) draw_path(random, problem);
  problem.precision = draw_precision(random, draft.can_overflow_floats);
  return problem;
}

}  // namespace smsvm::judge
