#include "cli/convergence_forecast.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm::cli {
namespace {

constexpr std::size_t lines_remembered = 6;  // enough to smooth a failed step, few enough to follow a change of pace
constexpr double least_progress = 0.05;      // of the logarithm over that many; below, a forecast is a guess
constexpr double furthest = 24 * 3600;       // nor does one that says days say anything

}  // namespace

void ConvergenceForecast::add(double seconds, double relative_gap) {
  if (!(relative_gap > 0) || !std::isfinite(relative_gap)) return;
  const double log_gap = std::log(relative_gap);
  if (!first_) first_ = log_gap;
  recent_.push_back({seconds, log_gap});
  if (recent_.size() > lines_remembered) recent_.pop_front();
}

double ConvergenceForecast::share() const {
  if (recent_.empty() || !(tolerance_ > 0)) return 0;
  const double whole = *first_ - std::log(tolerance_);
  return whole > 0 ? std::clamp((*first_ - recent_.back().log_gap) / whole, 0.0, 1.0) : 1.0;
}

std::optional<double> ConvergenceForecast::remaining() const {
  if (recent_.size() < 2 || !(tolerance_ > 0)) return {};
  const double won = recent_.front().log_gap - recent_.back().log_gap;
  const double took = recent_.back().seconds - recent_.front().seconds;
  if (!(won > least_progress) || !(took > 0)) return {};
  const double seconds = std::max(0.0, (recent_.back().log_gap - std::log(tolerance_)) * took / won);
  return seconds <= furthest ? std::optional(seconds) : std::nullopt;
}

}  // namespace smsvm::cli
