#include "pass/cpu_pass.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "pass/loss.hpp"

namespace smsvm {

void Sums::reset(std::int64_t features, std::size_t hessian_size) {
  hinge = smoothed_before = smoothed = smoothing_gap = curvature = 0;
  dual = {};
  for (auto& of_class : moment) of_class.assign(2 * static_cast<std::size_t>(features), 0);
  hessian.assign(hessian_size * hessian_size, 0);
}

namespace {
void add_to(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}
}  // namespace

void Sums::add(const Sums& other) {
  hinge += other.hinge;
  smoothed_before += other.smoothed_before;
  smoothed += other.smoothed;
  smoothing_gap += other.smoothing_gap;
  curvature += other.curvature;
  for (const RowClass c : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual}) dual[c][kind] += other.dual[c][kind];
    add_to(moment[c], other.moment[c]);
  }
  add_to(hessian, other.hessian);
}

template <class Matrix>
void CpuPass<Matrix>::Partial::add(const Partial& other) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(other.sums[i]);
}

template <class Matrix>
CpuPass<Matrix>::CpuPass(const Dataset& data, const Matrix& matrix, std::vector<Target> problems, bool has_intercept,
                         std::uint64_t seed, int threads, std::function<bool()> keep_going)
    : data_(data),
      matrix_(matrix),
      problems_(std::move(problems)),
      has_intercept_(has_intercept),
      seed_(seed),
      pool_(threads),
      keep_going_(std::move(keep_going)),
      active_weight_(problems_.size()),
      state_(problems_.size()) {
  const auto rows = static_cast<std::size_t>(data.rows);
  for (auto& state : state_) {
    for (auto* column : {&state.slack, &state.distance, &state.trial_slack, &state.trial_distance, &state.running_dual})
      column->assign(rows, 0);
  }
  restrict_to_level(0);
}

template <class Matrix>
std::int64_t CpuPass<Matrix>::restrict_to_level(int level) {
  shards_.emplace(data_, seed_, level);
  for (std::size_t p = 0; p < problems_.size(); ++p) {
    double sum = 0;
    for (std::int64_t chunk = 0; chunk < shards_->chunks(); ++chunk)
      shards_->for_each_row(chunk, [&](std::int64_t index) { sum += weight(problems_[p], index); });
    active_weight_[p] = sum;
  }
  return shards_->rows();
}

template <class Matrix>
bool CpuPass<Matrix>::cancelled() {
  if (cancelled_ || !keep_going_) return cancelled_;
  const std::unique_lock lock(poll_mutex_, std::try_to_lock);
  const auto now = std::chrono::steady_clock::now();
  if (lock && now - last_poll_ > std::chrono::milliseconds(50)) {
    last_poll_ = now;
    if (!keep_going_()) cancelled_ = true;
  }
  return cancelled_;
}

template <class Matrix>
template <class Buffer, class Make, class Visit>
std::unique_ptr<Buffer> CpuPass<Matrix>::reduce(const Make& make, const Visit& visit, bool cancellable) {
  OrderedReduction<Buffer> reduction(shards_->chunks());
  pool_.for_each(shards_->chunks(), [&](std::int64_t chunk) {
    if (cancellable && cancelled()) return;
    auto buffer = reduction.reuse();
    if (!buffer) buffer = std::make_unique<Buffer>();
    make(*buffer);
    visit(chunk, *buffer);
    reduction.finish(chunk, std::move(buffer));
  });
  if (cancellable && cancelled_) return nullptr;
  return reduction.result();
}

template <class Matrix>
void CpuPass<Matrix>::add_row(const Query& query, std::int64_t index, Sums& sums, HessianBlock* hessian) {
  const Target& target = problems_[query.problem];
  const double c = weight(target, index);
  auto& state = state_[query.problem];
  const auto i = static_cast<std::size_t>(index);
  const int y = target.sign[i];
  const auto x = row(index);

  const double exact = 1 - y * (dot(x, query.point.data()) + intercept(query.point));
  const double u = static_cast<double>(static_cast<Real>(exact));  // as the state keeps it
  const SmoothedHinge now(u, query.epsilon);
  double q = now.q_smooth;
  if (query.carry) {
    const SmoothedHinge before(static_cast<double>(state.slack[i]), state.epsilon);
    q = before.carried(static_cast<double>(state.distance[i]), u);
    sums.smoothed_before += c * SmoothedHinge(u, state.epsilon).value();
  }
  if (!query.dual.empty()) q = u > 0 ? 1 - query.dual[i] : query.dual[i];
  // The dual mixed into ā later is computed from the state, so the sums must use the state's precision too.
  q = static_cast<double>(static_cast<Real>(q));
  state.trial_slack[i] = static_cast<Real>(u);
  state.trial_distance[i] = static_cast<Real>(q);

  const double smooth = SmoothedHinge::dual(u, now.q_smooth), carried = SmoothedHinge::dual(u, q);
  const double h = now.curvature(q);
  sums.hinge += c * std::max(0.0, exact);
  sums.smoothed += c * now.value();
  sums.smoothing_gap += c * now.gap();
  sums.curvature += c * h;
  const RowClass of = y > 0 ? positive_rows : negative_rows;
  sums.dual[of][smooth_dual] += c * smooth;
  sums.dual[of][carried_dual] += c * carried;
  add_pair(x, c * smooth, c * carried, sums.moment[of].data());
  if (hessian) hessian->add(x, c * h);
}

template <class Matrix>
bool CpuPass<Matrix>::evaluate(std::span<const Query> queries, std::span<Sums> sums) {
  for (const Query& query : queries) state_[query.problem].trial_epsilon = query.epsilon;

  // Scratch space for gathering rows; handed from chunk to chunk.
  std::mutex mutex;
  std::vector<std::unique_ptr<std::vector<HessianBlock>>> idle;
  const auto borrow = [&] {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      auto blocks = std::move(idle.back());
      idle.pop_back();
      return blocks;
    }
    auto blocks = std::make_unique<std::vector<HessianBlock>>(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k)
      if (!queries[k].hessian.empty()) (*blocks)[k].prepare(queries[k].hessian, data_.features);
    return blocks;
  };

  auto total = reduce<Partial>(
      [&](Partial& partial) {
        partial.sums.resize(queries.size());
        for (std::size_t k = 0; k < queries.size(); ++k)
          partial.sums[k].reset(data_.features, queries[k].hessian.size());
      },
      [&](std::int64_t chunk, Partial& partial) {
        auto blocks = borrow();
        for (std::size_t k = 0; k < queries.size(); ++k) (*blocks)[k].attach(partial.sums[k].hessian.data());
        shards_->for_each_row(chunk, [&](std::int64_t index) {
          for (std::size_t k = 0; k < queries.size(); ++k)
            add_row(queries[k], index, partial.sums[k], queries[k].hessian.empty() ? nullptr : &(*blocks)[k]);
        });
        const std::lock_guard lock(mutex);
        idle.push_back(std::move(blocks));
      });
  rows_read_ += shards_->rows();
  for (const Query& query : queries)
    if (!query.hessian.empty()) hessian_rows_ += shards_->rows();
  if (!total) return false;
  for (std::size_t k = 0; k < queries.size(); ++k) sums[k] = std::move(total->sums[k]);
  return true;
}

template <class Matrix>
void CpuPass<Matrix>::prove(std::size_t problem, std::span<const double> point, Sums& sums) {
  const Target& target = problems_[problem];
  const auto& state = state_[problem];
  const auto reset = [&](Sums& partial) { partial.reset(data_.features, 0); };
  const auto add_chunk = [&](std::int64_t chunk, Sums& partial) {
    shards_->for_each_row(chunk, [&](std::int64_t index) {
      const auto i = static_cast<std::size_t>(index);
      const double c = weight(target, index);
      const int y = target.sign[i];
      const auto x = row(index);
      const double u = 1 - y * (dot(x, point.data()) + intercept(point));
      const double a = c * static_cast<double>(state.running_dual[i]);
      const RowClass of = y > 0 ? positive_rows : negative_rows;
      partial.hinge += c * std::max(0.0, u);
      partial.dual[of][smooth_dual] += a;
      add_pair(x, a, 0, partial.moment[of].data());
    });
  };
  sums = std::move(*reduce<Sums>(reset, add_chunk, false));
  rows_read_ += shards_->rows();
}

namespace {
struct Vector {
  std::vector<double> values;
  void add(const Vector& other) { add_to(values, other.values); }
};
}  // namespace

template <class Matrix>
bool CpuPass<Matrix>::combine(std::span<const double> coefficient, std::span<double> sum) {
  auto total =
      reduce<Vector>([&](Vector& partial) { partial.values.assign(static_cast<std::size_t>(data_.features), 0); },
                     [&](std::int64_t chunk, Vector& partial) {
                       shards_->for_each_row(chunk, [&](std::int64_t index) {
                         const double factor = coefficient[static_cast<std::size_t>(index)];
                         if (factor != 0) add_scaled(row(index), factor, partial.values.data());
                       });
                     });
  rows_read_ += std::count_if(coefficient.begin(), coefficient.end(), [](double factor) { return factor != 0; });
  if (!total) return false;
  std::copy(total->values.begin(), total->values.end(), sum.begin());
  return true;
}

template <class Matrix>
void CpuPass<Matrix>::along(std::size_t problem, double epsilon, std::span<const double> steps,
                            std::span<double> losses) {
  const Target& target = problems_[problem];
  const auto& state = state_[problem];
  // Rows are gathered into blocks so that each step runs over them in a plain loop.
  constexpr std::size_t block = 256;
  struct Gathered {
    std::array<double, block> weight, from, change;
    std::size_t size = 0;
  };
  const auto add_block = [&](Gathered& rows, std::vector<double>& sums) {
    for (std::size_t k = rows.size; k < (rows.size + 3) / 4 * 4; ++k)
      rows.weight[k] = rows.from[k] = rows.change[k] = 0;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      std::array<double, 4> lane{};
      for (std::size_t k = 0; k < rows.size; k += 4) {
        for (std::size_t l = 0; l < 4; ++l) {
          const double u = rows.from[k + l] + steps[s] * rows.change[k + l];
          lane[l] += rows.weight[k + l] * (epsilon > 0 ? SmoothedHinge(u, epsilon).value() : std::max(0.0, u));
        }
      }
      sums[s] += (lane[0] + lane[2]) + (lane[1] + lane[3]);
    }
    rows.size = 0;
  };
  auto total = reduce<Vector>([&](Vector& partial) { partial.values.assign(steps.size(), 0); },
                              [&](std::int64_t chunk, Vector& partial) {
                                Gathered rows;
                                shards_->for_each_row(chunk, [&](std::int64_t index) {
                                  const auto i = static_cast<std::size_t>(index);
                                  const double from = static_cast<double>(state.slack[i]);
                                  rows.weight[rows.size] = weight(target, index);
                                  rows.from[rows.size] = from;
                                  rows.change[rows.size] = static_cast<double>(state.trial_slack[i]) - from;
                                  if (++rows.size == block) add_block(rows, partial.values);
                                });
                                add_block(rows, partial.values);
                              },
                              false);
  std::copy(total->values.begin(), total->values.end(), losses.begin());
}

template <class Matrix>
void CpuPass<Matrix>::accept(std::size_t problem) {
  auto& state = state_[problem];
  std::swap(state.slack, state.trial_slack);
  std::swap(state.distance, state.trial_distance);
  state.epsilon = state.trial_epsilon;
}

template <class Matrix>
void CpuPass<Matrix>::mix(std::size_t problem, const DualMixture& mixture) {
  const Target& target = problems_[problem];
  auto& state = state_[problem];
  pool_.for_each(shards_->chunks(), [&](std::int64_t chunk) {
    shards_->for_each_row(chunk, [&](std::int64_t index) {
      const auto i = static_cast<std::size_t>(index);
      const RowClass of = target.sign[i] > 0 ? positive_rows : negative_rows;
      const double u = static_cast<double>(state.trial_slack[i]);
      const double smooth = SmoothedHinge::dual(u, SmoothedHinge(u, state.trial_epsilon).q_smooth);
      const double carried = SmoothedHinge::dual(u, static_cast<double>(state.trial_distance[i]));
      const double mixed = mixture.old * static_cast<double>(state.running_dual[i]) + mixture.smooth[of] * smooth +
                           mixture.carried[of] * carried;
      state.running_dual[i] = static_cast<Real>(std::clamp(mixed, 0.0, 1.0));
    });
  });
}

template <class Matrix>
std::vector<double> CpuPass<Matrix>::slacks(std::size_t problem) const {
  const auto& slack = state_[problem].slack;
  return {slack.begin(), slack.end()};
}

template <class Matrix>
std::vector<double> CpuPass<Matrix>::curvatures(std::size_t problem) const {
  const auto& state = state_[problem];
  std::vector<double> result(state.slack.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = SmoothedHinge(static_cast<double>(state.slack[i]), state.epsilon)
                    .curvature(static_cast<double>(state.distance[i]));
  return result;
}

template <class Matrix>
std::vector<double> CpuPass<Matrix>::smooth_duals(std::size_t problem) const {
  const auto& state = state_[problem];
  std::vector<double> result(state.slack.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double u = static_cast<double>(state.slack[i]);
    result[i] = SmoothedHinge::dual(u, SmoothedHinge(u, state.epsilon).q_smooth);
  }
  return result;
}

template <class Matrix>
std::vector<double> CpuPass<Matrix>::running_dual(std::size_t problem) const {
  const auto& dual = state_[problem].running_dual;
  return {dual.begin(), dual.end()};
}

std::unique_ptr<Pass> make_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                std::uint64_t seed, int threads, std::function<bool()> keep_going) {
  return std::visit(
      [&](const auto& matrix) -> std::unique_ptr<Pass> {
        using Matrix = std::decay_t<decltype(matrix)>;
        return std::make_unique<CpuPass<Matrix>>(data, matrix, std::move(problems), has_intercept, seed, threads,
                                                 std::move(keep_going));
      },
      data.matrix);
}

}  // namespace smsvm
