#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace smsvm {

/// Why a solver stops, or turns to something cheaper, although the problem would have it go on.
enum class Limit {
  passes,   ///< no more of them are allowed: the same in every run with the same options
  outside,  ///< time is up, or somebody asked it to stop
};

/// What solvers of a run say of it beside what they ask of its rows. This one listens to nothing; a checkpoint keeps it
/// and can give it back when the same solver runs again.
class RunLog {
 public:
  virtual ~RunLog() = default;

  /// What a solver found by reading rows past its pass.
  virtual void remember(std::size_t /*problem*/, std::span<const double> /*finding*/) {}
  virtual std::optional<std::vector<double>> recall(std::size_t /*problem*/) { return std::nullopt; }
  /// Until there is something to remember: how far the solver has come, in place of what it said before. `rows`: those
  /// that it has read since then.
  virtual void keep_halfway(std::size_t /*problem*/, std::span<const double> /*state*/, std::int64_t /*rows*/) {}
  virtual bool keeps_halfway() const { return false; }                              ///< worth the trouble of saying it
  virtual std::vector<double> take_halfway(std::size_t /*problem*/) { return {}; }  ///< to go on from, if not empty
  /// From now on the problem asks what it would not ask but for a limit.
  virtual void note_limit(std::size_t /*problem*/, Limit /*limit*/) {}
};

/// For a run of which nothing is kept.
inline RunLog& no_log() {
  static RunLog log;
  return log;
}

}  // namespace smsvm
