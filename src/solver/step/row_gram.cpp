#include "solver/step/row_gram.hpp"

#include <algorithm>

namespace smsvm {

std::int64_t RowGram::include(Pass& pass, std::span<std::int64_t> rows) {
  const auto is_new = [&](std::int64_t row) { return place_.empty() || place_[static_cast<std::size_t>(row)] < 0; };
  auto added = std::count_if(rows.begin(), rows.end(), is_new);
  if (place_.empty() || entries_.size() + static_cast<std::size_t>(added) > std::max(capacity_, rows.size())) {
    forget(pass);
    added = static_cast<std::ptrdiff_t>(rows.size());
  }
  std::sort(rows.begin(), rows.end());
  std::vector<std::int64_t> unread;
  for (const auto row : rows)
    if (is_new(row)) unread.push_back(row);
  const SparseRows found = unread.empty() ? SparseRows() : pass.fetch(unread);
  for (std::size_t k = 0; k < unread.size(); ++k) read(unread[k], found, static_cast<std::int64_t>(k));
  std::sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) { return place_of(a) < place_of(b); });
  return added;
}

void RowGram::forget(const Pass& pass) {
  place_.assign(static_cast<std::size_t>(pass.rows()), -1);
  column_.assign(static_cast<std::size_t>(pass.features()), {});
  entries_.clear();
}

void RowGram::read(std::int64_t row, const SparseRows& rows, std::int64_t at) {
  const auto place = static_cast<std::int32_t>(entries_.size());
  std::vector<double> sums(entries_.size() + 1, constant_);
  rows.for_each_value(at, [&](std::size_t j, double x) {
    column_[j].push_back({place, x});
    const double scaled = x * inverse_[j];
    for (const Value& other : column_[j]) sums[static_cast<std::size_t>(other.place)] += scaled * other.value;
  });
  place_[static_cast<std::size_t>(row)] = place;
  entries_.push_back(std::move(sums));
}

Eigen::VectorXd RowGram::products(std::span<const double> factor, double constant) const {
  Eigen::VectorXd sums = Eigen::VectorXd::Constant(std::ssize(entries_), constant);
  for (std::size_t j = 0; j < column_.size(); ++j)
    for (const Value& entry : column_[j]) sums[entry.place] += entry.value * factor[j] * inverse_[j];
  return sums;
}

}  // namespace smsvm
