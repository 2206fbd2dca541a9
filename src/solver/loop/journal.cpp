#include "solver/loop/journal.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "smsvm/checkpoint.hpp"

namespace smsvm {

namespace {
double seconds_since(Journal::Clock::time_point start) {
  return std::chrono::duration<double>(Journal::Clock::now() - start).count();
}
}  // namespace

double SharedTime::seconds(const SolverOptions& options) const {
  return options.checkpoint ? options.checkpoint->seconds() : seconds_since(start);
}

bool SharedTime::is_over(const SolverOptions& options) const {
  double spent = seconds_since(start);
  if (options.checkpoint) spent = std::min(spent, options.checkpoint->new_seconds());
  return spent > options.max_seconds;
}

std::optional<double> relative_gap(double primal, std::optional<double> dual) {
  if (!dual) return std::nullopt;
  return primal > *dual ? (primal - *dual) / primal : 0.0;
}

double Progress::relative_gap() const {
  return smsvm::relative_gap(primal, dual).value_or(std::numeric_limits<double>::infinity());
}

bool Progress::contradicts_itself() const { return dual && !(primal >= *dual); }

std::optional<double> Fit::relative_gap() const { return smsvm::relative_gap(primal, dual); }

Journal::Journal(const SolverOptions& options, const Observer& observer, std::shared_ptr<SharedTime> time)
    : options_(options), observer_(observer), time_(std::move(time)) {
  begin_history(0);
}

void Journal::begin_history(double passes_before) {
  passes_before_ = passes_before;
  history_.clear();
  last_ = {};
  last_.primal = 1;
  last_.epsilon = 1;
}

void Journal::note(Progress progress) {
  progress.seconds = seconds();
  last_ = progress;
  history_.push_back(progress);
  if (observer_ && !observer_(last_) && !cancelled_) cancelled_ = Status::interrupted;
}

bool Journal::keep_going() {
  if (time_->last_looks > 0) return true;
  if (cancelled_) return false;
  if (out_of_time())
    cancelled_ = Status::max_seconds;
  else if (observer_ && !observer_(last_))
    cancelled_ = Status::interrupted;
  return !cancelled_;
}

}  // namespace smsvm
