#include "data/complaints.hpp"

#include <algorithm>
#include <utility>

namespace smsvm {

Complaints Complaints::throwing() { return {true, 1}; }

Complaints Complaints::collecting(std::int64_t limit) { return {false, std::max<std::int64_t>(0, limit)}; }

void Complaints::add(DataError error) {
  if (throws_) throw error;
  if (std::ssize(kept_) < limit_) {
    kept_.push_back(std::move(error));
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
