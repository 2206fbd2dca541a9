#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/answers.hpp"
#include "checkpoint/recorder.hpp"
#include "pass/pass.hpp"

namespace smsvm {

/// Any pass, with a log of everything it was asked and what it answered. Where the log is that of an earlier run, it
/// answers from there until it has come to the end; the pass under it, whose rows are then in the state that they were
/// in, goes on from that point. A solver, which learns about the data from answers alone, so comes to the same point
/// with the same bits, without any data being read, and does not notice.
///
/// The log is kept for each problem by itself: what problems that share sweeps do between these has no order.
class LoggedPass final : public Pass {
 public:
  /// `pass_limit`: see Recorder::begin.
  LoggedPass(std::unique_ptr<Pass> pass, std::size_t problems, Recorder& recorder, const Identity& identity,
             std::optional<double> pass_limit);

  std::int64_t rows() const override { return pass_->rows(); }
  std::int64_t features() const override { return pass_->features(); }
  double active_weight(std::size_t problem) const override { return active_weight_[problem]; }
  std::int64_t restrict_to_level(std::size_t problem, int level) override;

  std::int64_t count_near(std::size_t problem, const Nearness& nearness) override;
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                      const Nearness& nearness) override;
  void thaw(std::size_t problem, double share) override;

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override;
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) override;

  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override;
  void accept(std::size_t problem) override;
  void mix(std::size_t problem, const DualMixture& mixture) override;

  std::vector<double> slacks(std::size_t problem) const override;
  std::vector<double> curvatures(std::size_t problem) const override;
  std::vector<double> smooth_duals(std::size_t problem) const override;
  std::vector<double> running_dual(std::size_t problem) const override;
  std::vector<double> take_running_dual(std::size_t problem) override;

  double passes() const override { return static_cast<double>(rows_read_) / static_cast<double>(rows()); }
  void count_rows(std::size_t problem, std::int64_t rows) override;
  double hessian_rows() const override { return static_cast<double>(hessian_rows_) / static_cast<double>(rows()); }

  void save(std::size_t problem, const NumberSink& put) const override;
  void restore(std::size_t problem, const NumberSource& take) override;
  void remember(std::size_t problem, std::span<const double> finding) override;
  std::optional<std::vector<double>> recall(std::size_t problem) override;
  void keep_halfway(std::size_t problem, std::span<const double> state, std::int64_t rows) override;
  bool keeps_halfway() const override { return recorder_.writes(); }
  std::vector<double> take_halfway(std::size_t problem) override;
  void note_limit(std::size_t problem, Limit limit) override;

 private:
  bool is_replaying(std::size_t problem) const;
  /// What the log has next for the problem, which must be the answer to this; null once the log has ended.
  const SavedAnswer* saved_answer(RecordKind kind, std::size_t problem, std::uint64_t question) const;
  void fill(std::span<double> numbers, const SavedAnswer& saved) const;
  std::int64_t count_of(double number) const;  ///< of rows

  /// After the pass under it has answered.
  void log(RecordKind kind, std::size_t problem, std::uint64_t question, std::string_view answer) const;
  void log(RecordKind kind, std::size_t problem, std::uint64_t question, std::span<const double> answer = {}) const;
  void keep_if_due() const;
  void stop() const;
  void save_all(const NumberSink& put) const;
  void restore_all(const NumberSource& take);

  /// For what has no answer.
  template <class Work>
  void perform(RecordKind kind, std::size_t problem, const Question& question, const Work& work);
  /// For a number of each row.
  template <class Work>
  std::vector<double> column(RecordKind kind, std::size_t problem, const Work& work) const;

  std::unique_ptr<Pass> pass_;
  std::size_t problems_;
  bool pass_limit_may_change_;
  Recorder& recorder_;

  mutable std::mutex mutex_;  ///< what is in the log and what state the rows are in must not be seen apart
  const SavedPass* saved_ = nullptr;
  bool log_ends_here_ = false;
  mutable std::vector<std::size_t> next_;     ///< of the log, for each problem
  std::vector<std::vector<double>> halfway_;  ///< of each problem
  std::vector<double> active_weight_;
  mutable std::int64_t rows_read_ = 0, hessian_rows_ = 0;            ///< those of the log included
  mutable std::int64_t pass_rows_read_ = 0, pass_hessian_rows_ = 0;  ///< by the pass under it, as logged
  mutable std::int64_t rows_since_keeping_ = 0;
};

/// What a pass is made for.
struct LoggedTask {
  std::string_view command;
  const Dataset& data;
  std::span<const Target> targets;
  std::span<const Penalty> penalties;
  bool pass_limit_may_change = true;  ///< from one run to the next: the limit ends the run, and does nothing else
  Identity more = {};                 ///< what else decides about the bits
};

/// With a log, if the options have a checkpoint.
std::unique_ptr<Pass> log_if_asked(std::unique_ptr<Pass> pass, const LoggedTask& task, const SolverOptions& options);

}  // namespace smsvm
