#include "baselines/sgd_epochs.hpp"

#include <algorithm>
#include <utility>

namespace smsvm {
namespace {

// Rows come in random order, and each step waits for the one before it: rows not yet in the cache would be waited for
// one by one. Read ahead by the dozen they arrive together. (With prefetch instructions instead, 4 to 40 rows ahead,
// training on covtype took nearly twice the time.)
constexpr std::size_t ahead = 64;

template <class Value>
void touch(const Value* address) {
  static_cast<void>(*static_cast<const volatile Value*>(address));
}
/// Reads one value of each cache line; of a long row the first lines, for the rest of it is read in order.
template <class Value>
void touch(const Value* from, std::int64_t size) {
  constexpr std::int64_t line = 64 / sizeof(Value), most = 4 * line;
  size = std::min(size, most);
  for (std::int64_t k = 0; k < size; k += line) touch(from + k);
  if (size > 0) touch(from + size - 1);
}
void touch(const ColumnLists& lists, ListedColumns list) {
  const auto count = static_cast<std::int64_t>(list.end - list.at);
  with_columns(lists, [&](const auto* columns) { touch(columns + list.at, count); });
}
template <class Value>
void touch(RowView<Value> x) {
  const RowBlock<Value>& block = *x.block;
  const auto width = std::ssize(block.dense_columns);
  touch(block.tile.data() + x.row * width, width);
  const ListedColumns valued(block.valued, x.row);
  touch(block.value.data() + valued.at, static_cast<std::int64_t>(valued.end - valued.at));
  touch(block.valued, valued);
  touch(block.ones, ListedColumns(block.ones, x.row));
}

}  // namespace

SgdEpochs::SgdEpochs(HeldRows held, const Objective& objective, double l2, std::int64_t batch, std::uint64_t seed)
    : held_(std::move(held)),
      batch_(static_cast<std::size_t>(batch)),
      l2_(l2),
      has_intercept_(objective.has_intercept),
      free_(objective.has_intercept && objective.l2.back() == 0),
      random_(seed, 0),
      rows_(static_cast<std::size_t>(held_.rows)),
      z_(objective.dimension(), 0.0) {
  const Target& target = held_.target;
  for (std::int64_t i = 0; i < held_.rows; ++i)
    if (target.weight_of(static_cast<std::size_t>(i)) > 0) order_.push_back(i);
  for (const std::int64_t row : order_) {
    const auto i = static_cast<std::size_t>(row);
    const double share = target.weight_of(i) / objective.total_weight;
    rows_[i].factor = static_cast<double>(order_.size()) * share * target.sign[i];
    double square = has_intercept_ ? 1 : 0;
    std::visit(
        [&]<class Value>(const BlockedRows<Value>&) {
          for_each_value(held_.row<Value>(row), [&](std::size_t, double x) { square += x * x; });
        },
        held_.blocks);
    square_ += share * square;
  }
  if (square_ == 0) square_ = 1;  // rows of zeros: z stays 0 whatever it is divided by
  begin_stretch();
}

void SgdEpochs::begin_stretch() {
  stretch_rows_ = stretch_epochs_ = stretch_scale_ = stretch_intercept_ = 0;
  stretch_moment_.assign(z_.size(), 0.0);
  for (Row& row : rows_) row.violations = 0;
}

void SgdEpochs::shuffle() {
  for (std::size_t k = order_.size(); k > 1; --k) std::swap(order_[k - 1], order_[random_.bits() % k]);
}

bool SgdEpochs::run(const std::function<bool()>& keep_going) {
  shuffle();
  return std::visit([&]<class Value>(const BlockedRows<Value>&) { return visit_all<Value>(keep_going); }, held_.blocks);
}

template <class Value>
bool SgdEpochs::visit_all(const std::function<bool()>& keep_going) {
  constexpr std::size_t rows_between_questions = 4096;
  std::size_t next_question = 0, touched = 0;
  std::vector<std::size_t> violated;
  for (std::size_t from = 0; from < order_.size(); from += batch_) {
    if (from >= next_question) {
      if (!keep_going()) return false;
      next_question += rows_between_questions;
    }
    const std::size_t to = std::min(from + batch_, order_.size());
    if (to > touched) {
      const std::size_t until = std::min(std::max(to, touched + ahead), order_.size());
      for (; touched < until; ++touched) {
        touch(held_.row<Value>(order_[touched]));
        touch(&rows_[static_cast<std::size_t>(order_[touched])].factor);
      }
    }
    const double inverse = 1 / scale();
    const double b = free_ ? intercept_ : has_intercept_ ? inverse * z_.back() : 0.0;
    violated.clear();
    for (std::size_t k = from; k < to; ++k) {
      const auto i = static_cast<std::size_t>(order_[k]);
      const double score = inverse * dot(held_.row<Value>(order_[k]), z_.data()) + b;
      if ((rows_[i].factor > 0 ? score : -score) < 1) violated.push_back(i);
    }
    double push = 0;
    for (const std::size_t i : violated) {
      const auto x = held_.row<Value>(static_cast<std::int64_t>(i));
      add_scaled(x, rows_[i].factor, z_.data());
      add_scaled(x, rows_[i].factor * stretch_rows_, stretch_moment_.data());
      push += rows_[i].factor;
      ++rows_[i].violations;
    }
    const auto rows = static_cast<double>(to - from);
    if (has_intercept_) {
      z_.back() += push;
      stretch_moment_.back() += push * stretch_rows_;
    }
    seen_ += rows;
    stretch_rows_ += rows;
    stretch_scale_ += rows * scale();
    if (free_) {
      intercept_ += push / scale();
      stretch_intercept_ += rows * scale() * intercept_;
    }
  }
  stretch_epochs_ += 1;
  return true;
}

std::vector<double> SgdEpochs::mean() const {
  std::vector<double> point(z_.size());
  for (std::size_t j = 0; j < point.size(); ++j)
    point[j] = (stretch_rows_ * z_[j] - stretch_moment_[j]) / stretch_scale_;
  if (free_) point.back() = stretch_intercept_ / stretch_scale_;
  return point;
}

std::vector<double> SgdEpochs::last() const {
  std::vector<double> point(z_.size());
  for (std::size_t j = 0; j < point.size(); ++j) point[j] = z_[j] / scale();
  if (free_) point.back() = intercept_;
  return point;
}

std::vector<double> SgdEpochs::dual() const {
  std::vector<double> a(rows_.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(rows_[i].violations) / stretch_epochs_;
  return a;
}

}  // namespace smsvm
