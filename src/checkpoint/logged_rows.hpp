#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "checkpoint/recorder.hpp"
#include "rows/backend.hpp"
#include "rows/run_log.hpp"

namespace smsvm {

/// Rows with a log of everything they were asked and what they answered. Where the log is that of an earlier run, it
/// answers from there until it has come to the end; the rows under it, which are then in the state that they were in,
/// go on from that point. A solver, which learns about the data from answers alone, so comes to the same point with the
/// same bits, without any data being read, and does not notice.
///
/// The log is kept for each problem by itself: what problems that share sweeps do between these has no order.
class LoggedRows final : public Backend, public RunLog {
 public:
  /// `pass_limit`: see Recorder::begin.
  LoggedRows(std::unique_ptr<Backend> rows, std::size_t problems, Recorder& recorder, const Identity& identity,
             std::optional<double> pass_limit);

  void ask(const Request& request, Answer& answer) override;

  void remember(std::size_t problem, std::span<const double> finding) override;
  std::optional<std::vector<double>> recall(std::size_t problem) override;
  void keep_halfway(std::size_t problem, std::span<const double> state, std::int64_t rows) override;
  bool keeps_halfway() const override { return recorder_.writes(); }
  std::vector<double> take_halfway(std::size_t problem) override;
  void note_limit(std::size_t problem, Limit limit) override;

 private:
  bool is_replaying(std::size_t problem) const;
  /// What the log has next for the problem, which must be the answer to this; null once the log has ended.
  const SavedAnswer* saved_answer(RecordKind kind, std::size_t problem, std::uint64_t question);
  void replay(const SavedAnswer& saved, const Request& request, Answer& answer);
  bool fits(const Answer& answer, const Request& request) const;
  /// The queries of several problems share a sweep; the log has each by itself.
  void sweep(std::span<const Query> queries, Answer& answer);

  /// `rows`: read for it.
  void log(RecordKind kind, std::size_t problem, std::uint64_t question, const Answer& answer, std::int64_t rows);
  void keep_if_due();
  void stop();
  void save_all(const NumberSink& put);
  void restore_all(const NumberSource& take);

  std::unique_ptr<Backend> backend_;
  std::size_t problems_;
  bool pass_limit_may_change_;
  Recorder& recorder_;
  double rows_ = 0;
  std::size_t features_ = 0;

  std::mutex mutex_;  ///< what is in the log and what state the rows are in must not be seen apart
  const SavedPass* saved_ = nullptr;
  bool log_ends_here_ = false;
  std::vector<std::size_t> next_;             ///< of the log, for each problem
  std::vector<std::vector<double>> halfway_;  ///< of each problem
  std::int64_t rows_since_keeping_ = 0;
};

/// What rows are logged for.
struct LoggedTask {
  std::string_view command;
  const Dataset& data;
  std::span<const Target> targets;
  std::span<const Penalty> penalties;
  bool pass_limit_may_change = true;  ///< from one run to the next: the limit ends the run, and does nothing else
  Identity more = {};                 ///< what else decides about the bits
};

/// Rows that may keep a log, and what solvers tell it.
struct RowsWithLog {
  std::unique_ptr<Backend> rows;
  RunLog nothing_kept;
  LoggedRows* logged = nullptr;

  RunLog& log() { return logged != nullptr ? *logged : nothing_kept; }
};

/// With a log, if the options have a checkpoint.
RowsWithLog log_if_asked(std::unique_ptr<Backend> rows, const LoggedTask& task, const SolverOptions& options);

}  // namespace smsvm
