#include "data/complaints.hpp"

#include <algorithm>
#include <utility>

namespace smsvm {

Complaints Complaints::throwing() { return {true, 1}; }

Complaints Complaints::collecting(std::int64_t limit) { return {false, std::max<std::int64_t>(0, limit)}; }

void Complaints::add(DataError error) {
  constexpr std::size_t most_lines = 10;
  if (throws_) throw error;
  const std::pair about(error.subject(), error.expected());
  if (const auto known = place_.find(about); known != place_.end() && !error.subject().empty()) {
    RepeatedComplaint& same = kept_[known->second];
    ++same.times;
    if (same.lines.size() < most_lines) same.lines.push_back(error.place().line);
  } else if (std::ssize(kept_) < limit_) {
    place_.emplace(about, kept_.size());
    const std::int64_t line = error.place().line;
    kept_.push_back({std::move(error), 1, {line}});
  } else {
    more_ = true;
  }
}

std::int64_t Complaints::wanted() const {
  if (throws_) return 1;
  const std::int64_t room = limit_ - std::ssize(kept_);
  return room < INT64_MAX ? room + 1 : room;
}

}  // namespace smsvm
