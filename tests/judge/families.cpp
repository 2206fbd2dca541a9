#include "judge/families.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "judge/draft.hpp"
#include "judge/settings.hpp"

namespace smsvm::judge {

Draft gaussian(Random& random, std::size_t rows, std::size_t features, double noise) {
  Draft draft;
  std::vector<double> direction(features);
  for (double& each : direction) each = random.gauss();
  for (std::size_t i = 0; i < rows; ++i) {
    double score = noise * random.gauss();
    std::vector<double>& row = draft.row.emplace_back();
    for (std::size_t j = 0; j < features; ++j) {
      row.push_back(random.gauss());
      score += direction[j] * row.back();
    }
    draft.label.push_back(score > 0 ? 0 : 1);
  }
  return draft;
}

Draft gaussian(Random& random) {
  const std::size_t rows = random.count(2, random.happens(0.2) ? 60 : 25);
  return gaussian(random, rows, random.count(1, 8));
}

namespace {

double power_of_ten(Random& random, double from, double to) { return std::pow(10.0, random.uniform(from, to)); }

template <class Change>
Draft with_each_value(Draft draft, const Change& change) {
  for (std::vector<double>& row : draft.row)
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = change(row[j], j);
  return draft;
}

/// Every column in a unit of its own, 10 to a power between the two.
Draft with_units(Random& random, Draft draft, double from, double to) {
  std::vector<double> unit(draft.features());
  for (double& each : unit) each = power_of_ten(random, from, to);
  return with_each_value(std::move(draft), [&](double value, std::size_t j) { return value * unit[j]; });
}

Draft ordinary(Random& random) { return gaussian(random); }

/// So few numbers, and so simple ones, that a failure can be followed by hand.
Draft tiny(Random& random) {
  Draft draft = gaussian(random, random.count(2, 5), random.count(1, 2), 1);
  draft.spelling = {Spelling::Kind::significant, 1};
  return draft;
}

Draft wide(Random& random) { return gaussian(random, random.count(4, 30), random.count(20, 60)); }

Draft separable(Random& random) {
  Draft draft = gaussian(random, random.count(4, 40), random.count(2, 8), 0);
  const double away = random.uniform(0.1, 3);
  for (std::size_t i = 0; i < draft.row.size(); ++i) draft.row[i][0] += (draft.label[i] == 0 ? away : -away);
  return draft;
}

/// Few different rows, some with both labels.
Draft duplicates(Random& random) {
  Draft draft = gaussian(random, random.count(6, 40), random.count(1, 5));
  const std::size_t different = random.count(1, 5);
  for (std::size_t i = different; i < draft.row.size(); ++i) {
    const std::size_t of = random.bits() % different;
    draft.row[i] = draft.row[of];
    draft.label[i] = random.happens(0.2) ? 1 - draft.label[of] : draft.label[of];
  }
  return draft;
}

Draft constant_columns(Random& random) {
  Draft draft = gaussian(random);
  const std::size_t constants = random.count(1, static_cast<int>(draft.features()));
  std::vector<double> value(constants);
  for (double& each : value) each = random.one_of<double>({1, 0.1, -3, 1.0 / 3, 1e6, 123456.789, 0});
  for (std::vector<double>& row : draft.row) std::ranges::copy(value, row.begin());
  return draft;
}

Draft scales(Random& random) { return with_units(random, gaussian(random), -30, 30); }

/// Years, time stamps, temperatures in kelvin: far from zero, near to each other.
Draft offsets(Random& random) {
  Draft draft = gaussian(random);
  std::vector<double> offset(draft.features()), spread(draft.features());
  for (std::size_t j = 0; j < offset.size(); ++j) {
    const int kind = random.whole(0, 3);
    offset[j] = kind == 0 ? 1990 : kind == 1 ? 1.7e9 : kind == 2 ? power_of_ten(random, 2, 9) : 273.15;
    spread[j] = kind == 1 ? power_of_ten(random, 0, 7) : power_of_ten(random, -1, 2);
  }
  draft.spelling = {Spelling::Kind::fixed, random.whole(0, 6)};
  return with_each_value(std::move(draft), [&](double value, std::size_t j) { return offset[j] + spread[j] * value; });
}

/// Large numbers that cancel: between two columns, or between the rows of a class.
Draft cancelling(Random& random) {
  Draft draft = gaussian(random, random.count(4, 40), random.count(2, 6));
  const double size = random.happens(0.5) ? 3e4 : power_of_ten(random, 3, 9);
  const bool between_columns = random.happens(0.6);
  for (std::size_t i = 0; i < draft.row.size(); ++i) {
    std::vector<double>& row = draft.row[i];
    if (between_columns) {
      const double large = size * random.gauss();
      row[1] = large + row[0];
      row[0] = large;
    } else if (i % 2 == 1) {  // the row before, turned round, and what tells the classes apart
      const double own = row[0];
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = -draft.row[i - 1][j];
      row[0] += own;
      draft.label[i] = draft.label[i - 1];
    } else {
      for (double& each : row) each *= size;
    }
  }
  draft.spelling = random.happens(0.5) ? Spelling{Spelling::Kind::fixed, random.whole(1, 6)}
                                       : Spelling{Spelling::Kind::significant, 17};
  return draft;
}

Draft counts(Random& random) {
  Draft draft = gaussian(random);
  std::vector<double> mean(draft.features());
  for (double& each : mean) each = power_of_ten(random, -1, 4);
  draft = with_each_value(std::move(draft), [&](double value, std::size_t j) {
    return std::floor(mean[j] * std::exp(0.7 * value) * random.uniform(0, 2));
  });
  draft.spelling = {Spelling::Kind::fixed, 0};
  return draft;
}

/// Fields, each with a column per level: a 1 in one of them.
Draft one_hot(Random& random, std::size_t rows, std::size_t fields, std::size_t levels) {
  Draft draft = gaussian(random, rows, fields);
  for (std::vector<double>& row : draft.row) {
    std::vector<double> ones(fields * levels, 0.0);
    for (std::size_t k = 0; k < fields; ++k) {
      const double place = std::clamp(0.5 + row[k] / 5, 0.0, 0.999);
      ones[k * levels + static_cast<std::size_t>(place * static_cast<double>(levels))] = 1;
    }
    row = ones;
  }
  draft.spelling = {Spelling::Kind::fixed, 0};
  return draft;
}

Draft one_hot_dense(Random& random) {
  Draft draft = one_hot(random, random.count(4, 40), random.count(1, 3), random.count(2, 3));
  draft.writes_zeros = random.happens(0.7);
  return draft;
}

Draft one_hot_sparse(Random& random) {
  return one_hot(random, random.count(10, 60), random.count(1, 3), random.count(8, 20));
}

Draft heavy_tails(Random& random) {
  const int kind = random.whole(0, 2);
  const double width = random.uniform(1, 5);
  return with_each_value(gaussian(random), [&](double value, std::size_t) {
    if (kind == 0) return std::exp(width * value);
    if (kind == 1) return value / std::max(1e-12, std::abs(random.gauss()));
    return std::copysign(std::pow(std::abs(value), 2 * width), value);
  });
}

/// Some columns, or all of them, of subnormal doubles, subnormal floats, or what floats cannot tell from zero.
Draft subnormal(Random& random) {
  Draft draft = gaussian(random);
  const bool of_doubles = random.happens(0.5), all = random.happens(0.3);
  std::vector<double> unit(draft.features(), 1.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    if (all || j == 0 || random.happens(0.3))
      unit[j] = of_doubles ? power_of_ten(random, -322, -306) : power_of_ten(random, -48, -37);
  }
  return with_each_value(std::move(draft), [&](double value, std::size_t j) { return value * unit[j]; });
}

/// Some columns, or all of them, near the largest double or the largest float.
Draft huge(Random& random) {
  Draft draft = gaussian(random);
  const bool of_doubles = random.happens(0.5), all = random.happens(0.3);
  std::vector<double> unit(draft.features(), 1.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    if (all || j == 0 || random.happens(0.3))
      unit[j] = of_doubles ? power_of_ten(random, 150, 307) : power_of_ten(random, 18, 37.5);
  }
  draft.can_overflow_floats = of_doubles;
  return with_each_value(std::move(draft), [&](double value, std::size_t j) { return value * unit[j]; });
}

Draft imbalance(Random& random) {
  Draft draft = gaussian(random, random.count(10, 60), random.count(1, 6));
  const std::size_t rare = random.count(1, 3), rare_label = random.count(0, 1);
  for (std::size_t i = 0; i < draft.row.size(); ++i) draft.label[i] = i < rare ? rare_label : 1 - rare_label;
  return draft;
}

Draft row_weights(Random& random) {
  Draft draft = gaussian(random);
  draft.weight = draw_row_weights(random, draft.row.size());
  return draft;
}

Draft penalty_factors(Random& random) {
  Draft draft = gaussian(random);
  for (std::size_t j = 0; j < draft.features(); ++j) {
    const int kind = random.whole(0, 4);
    draft.factor.push_back(kind == 0   ? 0.0
                           : kind == 1 ? 1.0
                           : kind == 2 ? random.whole(1, 9) / 10.0
                                       : power_of_ten(random, -6, 6));
  }
  return draft;
}

Draft several_classes(Random& random) {
  Draft draft = gaussian(random, random.count(6, 40), random.count(1, 6));
  draft.labels = random.count(3, 5);
  for (std::size_t& label : draft.label) label = random.happens(0.5) ? label : random.bits() % draft.labels;
  return draft;
}

/// Of the kinds that others are made of.
Draft paths(Random& random) {
  switch (random.whole(0, 6)) {
    case 0:
      return offsets(random);
    case 1:
      return cancelling(random);
    case 2:
      return counts(random);
    case 3:
      return one_hot_dense(random);
    case 4:
      return with_units(random, gaussian(random), -6, 6);
    case 5:
      return row_weights(random);
    default:
      return ordinary(random);
  }
}

struct Family {
  std::string_view name;
  Draft (*draw)(Random&);
};

constexpr std::array families = std::to_array<Family>({{"ordinary", ordinary},
                                                       {"tiny", tiny},
                                                       {"wide", wide},
                                                       {"separable", separable},
                                                       {"duplicates", duplicates},
                                                       {"constant-columns", constant_columns},
                                                       {"scales", scales},
                                                       {"offsets", offsets},
                                                       {"cancelling", cancelling},
                                                       {"counts", counts},
                                                       {"one-hot-dense", one_hot_dense},
                                                       {"one-hot-sparse", one_hot_sparse},
                                                       {"heavy-tails", heavy_tails},
                                                       {"subnormal", subnormal},
                                                       {"huge", huge},
                                                       {"imbalance", imbalance},
                                                       {"row-weights", row_weights},
                                                       {"penalty-factors", penalty_factors},
                                                       {"several-classes", several_classes},
                                                       {"paths", paths}});

/// Every label occurs: a class without rows is another matter, which the tests of the readers look at.
void use_every_label(Draft& draft) {
  const auto occurs = [&](std::size_t label) { return std::ranges::find(draft.label, label) != draft.label.end(); };
  bool all = true;
  for (std::size_t label = 0; label < draft.labels; ++label) all = all && occurs(label);
  if (all) return;
  for (std::size_t label = 0; label < draft.labels; ++label) draft.label[label] = label;
}

}  // namespace

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : families) names.emplace_back(family.name);
  return names;
}

Problem draw_problem(std::string_view family, std::uint64_t number) {
  const auto found = std::ranges::find(families, family, &Family::name);
  if (found == families.end()) throw std::invalid_argument("there is no family '" + std::string(family) + "'");
  Random random(family, number);
  Draft draft = found->draw(random);
  use_every_label(draft);
  Problem problem = with_settings(random, draft, family);
  problem.family = family;
  problem.number = number;
  return problem;
}

}  // namespace smsvm::judge
