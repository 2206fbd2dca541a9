#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include "pass/kernels.hpp"
#include "pass/pass.hpp"
#include "pass/reduction.hpp"
#include "pass/shards.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// The state of one problem of the batch, per row, in the precision of the data: 5 numbers a row.
template <class Real>
struct RowState {
  std::vector<Real> slack, distance;              ///< u and q, accepted
  std::vector<Real> trial_slack, trial_distance;  ///< u and q, trial
  std::vector<Real> running_dual;                 ///< ā
  double epsilon = 1, trial_epsilon = 1;
};

/// Pass over rows in memory by the threads of one process. `Matrix` is one of the alternatives of `Rows`.
template <class Matrix>
class CpuPass final : public Pass {
 public:
  using Real = typename Matrix::value_type;

  CpuPass(const Dataset& data, const Matrix& matrix, std::vector<Target> problems, bool has_intercept,
          std::uint64_t seed, int threads, std::function<bool()> keep_going);

  std::int64_t rows() const override { return data_.rows; }
  std::int64_t features() const override { return data_.features; }
  bool state_is_exact() const override { return std::is_same_v<Real, double>; }
  double active_weight(std::size_t problem) const override { return active_weight_[problem]; }
  std::int64_t restrict_to_level(int level) override;

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override;
  void prove(std::size_t problem, std::span<const double> point, Sums& sums) override;
  bool combine(std::span<const double> coefficient, std::span<double> sum) override;

  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override;
  void accept(std::size_t problem) override;
  void mix(std::size_t problem, const DualMixture& mixture) override;

  std::vector<double> slacks(std::size_t problem) const override;
  std::vector<double> curvatures(std::size_t problem) const override;
  std::vector<double> smooth_duals(std::size_t problem) const override;
  std::vector<double> running_dual(std::size_t problem) const override;

  double passes() const override { return static_cast<double>(rows_read_) / static_cast<double>(data_.rows); }
  void count_rows(std::int64_t rows) override { rows_read_ += rows; }
  double hessian_rows() const override { return static_cast<double>(hessian_rows_) / static_cast<double>(data_.rows); }

 private:
  /// Sums of all queries of a sweep; the unit of the reduction.
  struct Partial {
    std::vector<Sums> sums;
    void add(const Partial& other);
  };

  auto row(std::int64_t index) const { return row_of(matrix_, index); }
  double weight(const Target& target, std::int64_t index) const {
    return target.weight.empty() ? 1.0 : target.weight[static_cast<std::size_t>(index)];
  }
  double intercept(std::span<const double> point) const { return has_intercept_ ? point.back() : 0.0; }

  /// Runs visit(chunk, partial) over all chunks in parallel and adds up the partials; null if cancelled.
  template <class Buffer, class Make, class Visit>
  std::unique_ptr<Buffer> reduce(const Make& make, const Visit& visit, bool cancellable = true);

  void add_row(const Query& query, std::int64_t index, Sums& sums, HessianBlock* hessian);
  bool cancelled();

  const Dataset& data_;
  const Matrix& matrix_;
  std::vector<Target> problems_;
  bool has_intercept_;
  std::uint64_t seed_;
  ThreadPool pool_;
  std::function<bool()> keep_going_;

  std::optional<Shards> shards_;
  std::vector<double> active_weight_;
  std::vector<RowState<Real>> state_;
  std::int64_t rows_read_ = 0, hessian_rows_ = 0;

  std::mutex poll_mutex_;
  std::chrono::steady_clock::time_point last_poll_{};
  std::atomic<bool> cancelled_ = false;
};

}  // namespace smsvm
