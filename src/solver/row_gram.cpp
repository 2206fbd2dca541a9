#include "solver/row_gram.hpp"

#include <algorithm>

#include "data/row_access.hpp"

namespace smsvm {

std::int64_t RowGram::include(std::span<std::int64_t> rows) {
  const auto is_new = [&](std::int64_t row) { return place_.empty() || place_[static_cast<std::size_t>(row)] < 0; };
  auto added = std::count_if(rows.begin(), rows.end(), is_new);
  if (place_.empty() || entries_.size() + static_cast<std::size_t>(added) > std::max(capacity_, rows.size())) {
    forget();
    added = static_cast<std::ptrdiff_t>(rows.size());
  }
  std::sort(rows.begin(), rows.end());
  for (const auto row : rows)
    if (is_new(row)) read(row);
  std::sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) { return place_of(a) < place_of(b); });
  return added;
}

void RowGram::forget() {
  place_.assign(static_cast<std::size_t>(data_.rows), -1);
  column_.assign(static_cast<std::size_t>(data_.features), {});
  entries_.clear();
}

void RowGram::read(std::int64_t row) {
  const auto place = static_cast<std::int32_t>(entries_.size());
  std::vector<double> sums(entries_.size() + 1, constant_);
  for_each_value(data_, row, [&](std::size_t j, double x) {
    column_[j].push_back({place, x});
    const double scaled = x * inverse_[j];
    for (const Value& other : column_[j]) sums[static_cast<std::size_t>(other.place)] += scaled * other.value;
  });
  place_[static_cast<std::size_t>(row)] = place;
  entries_.push_back(std::move(sums));
}

}  // namespace smsvm
