#include "rows/instance.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <variant>

#include "data/block_builder.hpp"
#include "data/blocks.hpp"
#include "data/row_sample.hpp"
#include "rows/cut_plan.hpp"
#include "smsvm/arrays.hpp"

namespace smsvm::test {
namespace {

long double smoothed(long double u, long double epsilon) { return (u + std::sqrt(epsilon * epsilon + u * u)) / 2; }
long double smooth_dual_at(long double u, long double epsilon) {
  return (1 + u / std::sqrt(epsilon * epsilon + u * u)) / 2;
}
/// Eq. 7.
long double curvature(long double u, long double a, long double epsilon) {
  const long double r = std::sqrt(epsilon * epsilon + u * u);
  return (1 - (2 * a - 1) * u / r) / (2 * r);
}
RowClass class_of(int sign) { return sign > 0 ? positive_rows : negative_rows; }

/// A few hundred rows a block, as told.
template <class Value, class Make>
BlockedRows<Value> in_blocks(const Table& table, const Make& make) {
  constexpr std::size_t most = 700;
  BlockedRows<Value> all;
  all.first_row.push_back(0);
  for (std::size_t from = 0; from < table.size(); from += most) {
    const std::size_t to = std::min(from + most, table.size());
    auto one = make(Table(table.begin() + from, table.begin() + to));
    all.blocks.push_back(std::move(one.blocks.front()));
    all.first_row.push_back(static_cast<std::int64_t>(to));
  }
  return all;
}

/// Until the program ends: so long may a data set refer to them.
template <class Number>
const Number* kept(std::vector<Number> numbers) {
  static std::deque<std::vector<Number>> all;
  return all.emplace_back(std::move(numbers)).data();
}

template <class Value>
Rows borrowed_dense(const Table& table) {
  std::vector<Value> values;
  for (const auto& row : table) values.insert(values.end(), row.begin(), row.end());
  return borrow(DenseArray<Value>{kept(std::move(values)), std::ssize(table), std::ssize(table.front())}).matrix;
}

template <class Value, class Index>
Rows borrowed_sparse(const Table& table) {
  std::vector<Index> start{0}, column;
  std::vector<Value> value;
  for (const auto& row : table) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0 && column.size() % 5 != 0) continue;  // some zeros are stored
      column.push_back(static_cast<Index>(j));
      value.push_back(static_cast<Value>(row[j]));
    }
    start.push_back(static_cast<Index>(column.size()));
  }
  return borrow(SparseArray<Value, Index>{kept(std::move(start)), kept(std::move(column)), kept(std::move(value)),
                                          std::ssize(table), std::ssize(table.front())})
      .matrix;
}

template <class Value>
Rows stored(const Table& table, Storage storage) {
  if (storage == Storage::borrowed_dense_float || storage == Storage::borrowed_dense_double)
    return borrowed_dense<Value>(table);
  if (storage == Storage::borrowed_sparse_float) return borrowed_sparse<Value, std::int32_t>(table);
  if (storage == Storage::borrowed_sparse_double) return borrowed_sparse<Value, std::int64_t>(table);
  if (storage == Storage::dense_float || storage == Storage::dense_double)
    return in_blocks<Value>(table, all_dense<Value>);
  if (storage == Storage::sparse_float || storage == Storage::sparse_double)
    return in_blocks<Value>(table, all_listed<Value>);
  return in_blocks<Value>(table, [](const Table& some) {
    RowStream<Value> stream;
    for (const auto& row : some) {
      for (std::size_t j = 0; j < row.size(); ++j) stream.add(static_cast<std::int64_t>(j), static_cast<Value>(row[j]));
      stream.end_row();
    }
    Dataset data;
    stream.finish_positions(std::ssize(some.front()), data);
    return std::get<BlockedRows<Value>>(data.matrix);
  });
}

}  // namespace

std::unique_ptr<Shards> shards_of_choice(const Dataset& data, const Shards::Choice& choice) {
  ThreadPool one_thread(1);
  auto shards = std::make_unique<Shards>(data, choice, one_thread);
  shards->cut(plan_cuts({shards->work()}, {data.rows}, data.features).cut.front());
  return shards;
}

std::unique_ptr<Shards> shards_of_level(const Dataset& data, std::uint64_t seed, int level) {
  const RowSample sample(seed);
  if (level == 0) return shards_of_choice(data, {});
  return shards_of_choice(data, [&](std::int64_t row) { return sample.has(row, level); });
}

bool is_float(Storage storage) { return name_of(storage).ends_with("float"); }

std::string name_of(Storage storage) {
  return std::array{"sparse_float",         "sparse_double",        "dense_float",           "dense_double",
                    "mixed_float",          "mixed_double",         "borrowed_sparse_float", "borrowed_sparse_double",
                    "borrowed_dense_float", "borrowed_dense_double"}[static_cast<std::size_t>(storage)];
}

Dataset Instance::data(Storage storage) const {
  std::vector<std::string> labels;
  for (const int y : sign) labels.emplace_back(y > 0 ? "1" : "-1");
  Dataset data = sparse_data(rows, labels);
  data.matrix = is_float(storage) ? stored<float>(rows, storage) : stored<double>(rows, storage);
  return data;
}

Target Instance::target() const {
  Target target;
  for (const int y : sign) target.sign.push_back(static_cast<std::int8_t>(y));
  target.weight = weight;
  return target;
}

Objective Instance::objective() const {
  return {penalty, static_cast<std::int64_t>(features()), target().total_weight(std::ssize(rows))};
}

double uniform(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Instance random_instance(std::mt19937_64& random, std::size_t rows, std::size_t features) {
  Instance instance;
  instance.rows = random_table(random, rows, features);
  for (auto& row : instance.rows) {
    for (double& value : row) value = static_cast<double>(static_cast<float>(value));
  }
  for (std::size_t i = 0; i < rows; ++i) instance.sign.push_back(random() % 2 == 0 ? 1 : -1);
  instance.sign.front() = 1;
  instance.sign.back() = -1;
  return instance;
}

void make_columns_differ(std::mt19937_64& random, Instance& instance) {
  for (std::size_t j = 0; j < instance.features(); ++j) {
    const auto kind = random() % 3;
    if (kind == 0) continue;
    for (auto& row : instance.rows) {
      if (random() % 4 != 0) row[j] = 0;
      if (kind == 2 && row[j] != 0) row[j] = 1;
    }
  }
}

std::vector<double> random_weights(std::mt19937_64& random, std::size_t rows) {
  std::vector<double> weight(rows);
  for (double& c : weight) c = random() % 5 == 0 ? 0 : uniform(random, 0.1, 3);
  weight.front() = weight.back() = 1;
  return weight;
}

std::vector<double> random_point(std::mt19937_64& random, std::size_t dimension, double scale) {
  std::normal_distribution<double> normal(0, scale);
  std::vector<double> point(dimension);
  for (double& w : point) w = normal(random);
  return point;
}

long double slack(const Instance& instance, std::size_t row, std::span<const double> point) {
  const auto& x = instance.rows[row];
  long double score = point.size() > x.size() ? point.back() : 0.0;
  for (std::size_t j = 0; j < x.size(); ++j) score += static_cast<long double>(x[j]) * point[j];
  return 1 - instance.sign[row] * score;
}

double primal_by_definition(const Instance& instance, std::span<const double> point) {
  const Objective objective = instance.objective();
  long double value = 0;
  for (std::size_t i = 0; i < instance.rows.size(); ++i)
    value += instance.weight_of(i) * std::max(0.0L, slack(instance, i, point));
  value /= objective.total_weight;
  for (std::size_t j = 0; j < point.size(); ++j) {
    const long double w = point[j];
    value += objective.l2[j] / 2 * w * w + objective.l1[j] * std::abs(w);
  }
  return static_cast<double>(value);
}

double dual_by_definition(const Instance& instance, std::span<const double> dual) {
  const Objective objective = instance.objective();
  std::vector<long double> v(objective.dimension(), 0);
  long double value = 0;
  for (std::size_t i = 0; i < instance.rows.size(); ++i) {
    const long double a = instance.weight_of(i) * static_cast<long double>(dual[i]) / objective.total_weight;
    value += a;
    for (std::size_t j = 0; j < instance.features(); ++j) v[j] += a * instance.sign[i] * instance.rows[i][j];
    if (objective.has_intercept) v.back() += a * instance.sign[i];
  }
  const bool free = instance.penalty.intercept == Intercept::free;
  for (std::size_t j = 0; j + (free ? 1 : 0) < v.size(); ++j) {
    const long double excess = std::abs(v[j]) - objective.l1[j];
    if (excess <= 0) continue;
    if (objective.l2[j] == 0) return -std::numeric_limits<double>::infinity();
    value -= excess * excess / (2 * objective.l2[j]);
  }
  return static_cast<double>(value);
}

Sums sums_of_dual(const Instance& instance, std::span<const double> dual) {
  Sums sums;
  sums.reset(static_cast<std::int64_t>(instance.features()), 0);
  for (std::size_t i = 0; i < instance.rows.size(); ++i) {
    const double a = instance.weight_of(i) * dual[i];
    const RowClass of = class_of(instance.sign[i]);
    sums.dual[of][smooth_dual] += a;
    for (std::size_t j = 0; j < instance.features(); ++j) sums.moment[of][2 * j] += a * instance.rows[i][j];
  }
  return sums;
}

NaivePass::NaivePass(const Instance& instance) : instance_(instance) {
  for (auto* column : {&slack_, &dual_, &trial_slack_, &trial_dual_, &trial_smooth_, &running_})
    column->assign(instance.rows.size(), 0);
}

double NaivePass::value(std::size_t row, std::int32_t coordinate) const {
  const auto j = static_cast<std::size_t>(coordinate);
  return j < instance_.features() ? instance_.rows[row][j] : 1;
}

Sums NaivePass::evaluate(std::span<const double> point, double epsilon, bool carry,
                         std::span<const std::int32_t> hessian) {
  const std::size_t features = instance_.features(), size = hessian.size();
  std::array<std::array<long double, 2>, 2> dual{};
  std::array<std::vector<long double>, 2> moment;
  for (auto& of_class : moment) of_class.assign(2 * features, 0);
  std::vector<long double> square(size * size, 0);
  long double hinge = 0, before = 0, now = 0, gap = 0, total_curvature = 0;
  trial_epsilon_ = epsilon;
  for (std::size_t i = 0; i < instance_.rows.size(); ++i) {
    const long double c = instance_.weight_of(i), u = slack(instance_, i, point);
    const long double smooth = smooth_dual_at(u, epsilon);
    long double a = smooth;
    if (carry) {
      const long double step = curvature(slack_[i], dual_[i], epsilon_) * (u - slack_[i]);
      a = std::clamp(smooth_dual_at(slack_[i], epsilon_) + step, 0.0L, 1.0L);
      before += c * smoothed(u, epsilon_);
    }
    trial_slack_[i] = u;
    trial_dual_[i] = a;
    trial_smooth_[i] = smooth;
    const long double h = curvature(u, a, epsilon);
    hinge += c * std::max(0.0L, u);
    now += c * smoothed(u, epsilon);
    gap += c * (std::max(0.0L, u) - u * smooth);
    total_curvature += c * h;
    const RowClass of = class_of(instance_.sign[i]);
    dual[of][smooth_dual] += c * smooth;
    dual[of][carried_dual] += c * a;
    for (std::size_t j = 0; j < features; ++j) {
      moment[of][2 * j] += c * smooth * instance_.rows[i][j];
      moment[of][2 * j + 1] += c * a * instance_.rows[i][j];
    }
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k <= j; ++k) square[j * size + k] += c * h * value(i, hessian[j]) * value(i, hessian[k]);
    }
  }
  Sums sums;
  sums.hinge = static_cast<double>(hinge);
  sums.smoothed_before = static_cast<double>(before);
  sums.smoothed = static_cast<double>(now);
  sums.smoothing_gap = static_cast<double>(gap);
  sums.curvature = static_cast<double>(total_curvature);
  for (const RowClass of : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual}) sums.dual[of][kind] = static_cast<double>(dual[of][kind]);
    sums.moment[of].assign(moment[of].begin(), moment[of].end());
  }
  sums.hessian.assign(square.begin(), square.end());
  return sums;
}

double NaivePass::along(double epsilon, double step) const {
  long double sum = 0;
  for (std::size_t i = 0; i < instance_.rows.size(); ++i) {
    const long double u = slack_[i] + step * (trial_slack_[i] - slack_[i]);
    sum += instance_.weight_of(i) * (epsilon > 0 ? smoothed(u, epsilon) : std::max(0.0L, u));
  }
  return static_cast<double>(sum);
}

void NaivePass::accept() {
  slack_ = trial_slack_;
  dual_ = trial_dual_;
  epsilon_ = trial_epsilon_;
}

void NaivePass::mix(const DualMixture& mixture) {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const RowClass of = class_of(instance_.sign[i]);
    running_[i] =
        mixture.old * running_[i] + mixture.smooth[of] * trial_smooth_[i] + mixture.carried[of] * trial_dual_[i];
  }
}

}  // namespace smsvm::test
