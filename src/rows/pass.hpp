#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "rows/backend.hpp"
#include "rows/frozen_rows.hpp"
#include "rows/held_rows.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// The rows of some problems as a solver sees them: sums over rows, and what is known of each row, whoever has it. It
/// puts requests into words of the solver, counts what is read, and adds what frozen rows contribute.
class Pass {
 public:
  /// Of one problem, which is known by the same index here.
  Pass(Backend& rows, std::size_t problem);
  /// Of all problems.
  explicit Pass(std::unique_ptr<Backend> rows);

  std::int64_t rows() const { return rows_; }  ///< of the whole data
  std::int64_t features() const { return features_; }
  double active_weight(std::size_t problem) const {
    return state(problem).active_weight;
  }  ///< Σ c over the rows in use

  /// See request::UseSample. Returns the number of rows in use.
  std::int64_t restrict_to_level(std::size_t problem, int level);
  /// See request::CountNear.
  std::int64_t count_near(std::size_t problem, const Nearness& nearness);
  /// Only the rows near the kink are read from now on. The others keep the dual that the sign of u gives them, 0 or 1,
  /// and are still part of all sums and of active_weight; their loss is then linear in the point. Right after accept(),
  /// at level 0; `at` is what the accepted sweep found, at an ε so small that its duals are 0 or 1 for these rows. ā
  /// begins anew at 0, as another problem's does.
  /// Returns the number of rows in use; 0 if a sweep over them was cancelled: then nothing that is claimed has changed.
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at, const Nearness& nearness);
  /// All rows are read again. The accepted state is the one at which rows were frozen; ā gets this share of what it has
  /// become meanwhile, the rest is what it was then.
  void thaw(std::size_t problem, double share);

  /// One sweep for all queries, whose problems use the same rows. False if it was cancelled half-way.
  bool evaluate(std::span<const Query> queries, std::span<Sums> sums);
  /// What a sweep that begins with DualBegin::given begins with: a number of each row.
  void give(std::size_t problem, std::span<const double> dual) { put_column(problem, Column::given, dual); }
  /// One sweep: Σ coefficient_i x_i over the rows whose coefficient is not zero (features only). False if cancelled.
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum);

  /// See request::Along.
  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses);
  void accept(std::size_t problem);
  void mix(std::size_t problem, const DualMixture& mixture);

  std::vector<double> slacks(std::size_t problem) { return column(problem, Column::slack); }
  std::vector<double> curvatures(std::size_t problem) { return column(problem, Column::curvature); }
  std::vector<double> smooth_duals(std::size_t problem) { return column(problem, Column::smooth_dual); }
  std::vector<double> running_dual(std::size_t problem) { return column(problem, Column::running_dual); }
  /// The same in pieces, by number, as the last that is asked of a problem: all that is kept of its rows is given back.
  void hand_out_running_dual(std::size_t problem, const std::function<void(std::span<const double>)>& take);
  void release(std::size_t problem) { ask(request::Release{problem}); }

  // The rows themselves, by their numbers in the source, for what is no sum over rows. Who reads them counts them.
  /// In the order asked for, none of them twice.
  SparseRows fetch(std::span<const std::int64_t> rows);
  /// All of them.
  HeldRows hold(std::size_t problem);
  /// Of each row constant + Σ scale_j x_j².
  std::vector<double> squares(std::span<const double> scale, double constant);
  /// c of each row.
  std::vector<double> weights(std::size_t problem) { return column(problem, Column::weight); }

  std::int64_t rows_read() const { return rows_read_; }
  double passes() const { return static_cast<double>(rows_read_) / static_cast<double>(rows_); }
  void count_rows(std::int64_t rows) { rows_read_ += rows; }  ///< that a solver read past this object
  double hessian_rows() const {                               ///< rows added into Hessians / rows
    return static_cast<double>(hessian_rows_) / static_cast<double>(rows_);
  }

 private:
  struct ProblemUse {
    double active_weight = 0;
    double epsilon = 1, trial_epsilon = 1;
    // While rows are frozen.
    std::unique_ptr<FrozenRows> others;  ///< none until their sums are known
    double loss = 0, trial_loss = 0;     ///< of the others, accepted and trial
    double frozen_at_epsilon = 1;
    PendingMixture pending;  ///< for the others
  };

  void describe();
  /// In which the rows are stored; null: that of the source. What is known of rows by number is put in order by it.
  const std::shared_ptr<const RowOrder>& order();
  const ProblemUse& state(std::size_t problem) const { return uses_[problem - first_]; }
  ProblemUse& state(std::size_t problem) { return uses_[problem - first_]; }
  const Answer& ask(const Request& request);
  /// As the rows in use have it. False if it was cancelled.
  bool sweep(std::span<const Query> queries, std::span<Sums> sums);
  /// Calls visit(numbers) with what `request_of(first, rows)` asks of each window of rows, as they are stored.
  template <class RequestOf, class Visit>
  void for_each_window(const RequestOf& request_of, const Visit& visit);
  /// The same for all rows, by number.
  template <class RequestOf>
  std::vector<double> of_each_row(const RequestOf& request_of);
  std::vector<double> column(std::size_t problem, Column which);
  void put_column(std::size_t problem, Column which, std::span<const double> of_row);

  std::unique_ptr<Backend> owned_;
  Backend& backend_;
  bool is_in_another_order_ = false;
  std::shared_ptr<const RowOrder> order_;  ///< once it was asked for
  std::size_t first_ = 0;                  ///< problem
  std::vector<ProblemUse> uses_;
  std::int64_t rows_ = 0, features_ = 0, rows_read_ = 0, hessian_rows_ = 0;
  Answer answer_;
};

}  // namespace smsvm
