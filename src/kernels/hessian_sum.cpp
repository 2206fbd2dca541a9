#include "kernels/hessian_sum.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/panel_product.hpp"

namespace smsvm {

void HessianCoordinates::assign(std::span<const std::int32_t> coordinates, std::int64_t features) {
  size_ = std::ssize(coordinates);
  has_constant_ = size_ > 0 && coordinates.back() == features;
  position_.assign(static_cast<std::size_t>(features), -1);
  for (std::int64_t k = 0; k < size_; ++k) {
    const std::int32_t at = coordinates[static_cast<std::size_t>(k)];
    if (at < features) position_[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(k);
  }
}

namespace {

std::int64_t padded(std::int64_t dense) { return panel_count(dense) * panel_width; }

void make_zero(AlignedBuffer& buffer, std::int64_t size) {
  buffer.require(size);
  std::fill_n(buffer.data(), size, 0.0);
}

}  // namespace

template <class Value>
void HessianSum<Value>::begin(const HessianCoordinates& coordinates, double* target) {
  coordinates_ = &coordinates;
  target_ = target;
  dense_.clear();
  if (coordinates.has_constant()) dense_.push_back(static_cast<std::int32_t>(coordinates.size() - 1));
  depth_ = 0;
  make_room();
  const auto longest = static_cast<std::size_t>(coordinates.size()) + 1;  // one more is looked at before it is left out
  if (index_.size() < longest) {
    index_.resize(longest);
    value_.resize(longest);
  }
}

template <class Value>
void HessianSum<Value>::enter(const RowBlock<Value>& block, const RowBlock<Value>& whole) {
  place_.clear();
  next_dense_.clear();
  for (std::size_t k = 0; k < block.dense_columns.size(); ++k) {
    const std::int32_t position = coordinates_->position()[static_cast<std::size_t>(block.dense_columns[k])];
    if (position < 0) continue;
    place_.push_back(static_cast<std::int32_t>(k));
    next_dense_.push_back(position);
  }
  const bool all = place_.size() == block.dense_columns.size();
  choice_ = {all ? nullptr : place_.data(), std::ssize(place_), coordinates_->has_constant()};
  spread_ = is_worth_spreading(whole);
  if (spread_) {
    choice_ = {nullptr, coordinates_->columns(), coordinates_->has_constant()};
    next_dense_.resize(static_cast<std::size_t>(choice_.columns));
    std::iota(next_dense_.begin(), next_dense_.end(), 0);
  }
  if (choice_.constant) next_dense_.push_back(static_cast<std::int32_t>(coordinates_->size() - 1));
  if (next_dense_ != dense_) {
    settle();
    std::swap(dense_, next_dense_);
    make_room();
  }
  if (has_lists(block) && !spread_ && !cross_in_use_) {
    make_zero(cross_, coordinates_->size() * padded(choice_.size()));
    cross_in_use_ = true;
  }
}

/// A product of dense columns is many times as fast as the same with lists, and needs no place of its own, from which
/// every block with other dense columns must move a square.
template <class Value>
bool HessianSum<Value>::is_worth_spreading(const RowBlock<Value>& whole) const {
  const std::int64_t wanted = coordinates_->columns(), in_tile = std::ssize(place_);
  if (in_tile == wanted) return false;
  constexpr std::int64_t some = 64;  // below, a square is small
  constexpr double enough = 0.25;
  const auto share = static_cast<double>(wanted) / static_cast<double>(coordinates_->position().size());
  const auto listed = static_cast<double>(whole.valued.size() + whole.ones.size()) / static_cast<double>(whole.rows);
  return wanted >= some && static_cast<double>(in_tile) + share * listed >= enough * static_cast<double>(wanted);
}

template <class Value>
void HessianSum<Value>::make_room() {
  const std::int64_t dense = std::ssize(dense_);
  plain_.prepare(dense);
  scaled_.prepare(dense);
  in_place_ = true;
  for (std::int64_t k = 0; k < dense; ++k) in_place_ = in_place_ && dense_[static_cast<std::size_t>(k)] == k;
  if (!in_place_) make_zero(gram_, dense * dense);
  cross_in_use_ = false;
}

template <class Value>
std::int64_t HessianSum<Value>::add(const RowBlock<Value>& block, BlockRows rows, const double* factor) {
  if (rows_.size() < rows.size()) {
    rows_.resize(rows.size());
    factor_.resize(rows.size());
  }
  std::size_t count = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows_[count] = rows[k];
    factor_[count] = factor[k];
    count += factor[k] != 0;
  }
  for (std::size_t from = 0; from < count;) {
    const std::size_t some = std::min(count - from, static_cast<std::size_t>(panel_depth - depth_));
    add_some(block, BlockRows(rows_).subspan(from, some), factor_.data() + from);
    from += some;
  }
  return static_cast<std::int64_t>(count);
}

template <class Value>
void HessianSum<Value>::add_some(const RowBlock<Value>& block, BlockRows rows, const double* factor) {
  const auto& kernels = hessian_kernels<Value>();
  const std::int64_t width = padded(choice_.size());
  const bool lists = has_lists(block) && !spread_;
  if (lists) flat_.require(std::ssize(rows) * width);
  if (choice_.size() > 0) {
    const PanelPlace next{plain_.panel(0) + depth_ * panel_width, scaled_.panel(0) + depth_ * panel_width,
                          PackedPanels::stride};
    if (spread_)
      kernels.pack_spread(block, rows, factor, coordinates_->position().data(), choice_, next);
    else
      kernels.pack(block, rows, factor, choice_, next, lists ? flat_.data() : nullptr);
    depth_ += std::ssize(rows);
    if (depth_ == panel_depth) multiply();
  }
  if (lists) {
    const ListTarget to{
        coordinates_->position().data(), target_, coordinates_->size(), cross_.data(), index_.data(), value_.data()};
    kernels.add_lists(block, rows, factor, flat_.data(), width, to);
  }
}

template <class Value>
void HessianSum<Value>::multiply() {
  if (depth_ == 0) return;
  const std::int64_t dense = std::ssize(dense_);
  add_product({.left = scaled_.view(),
               .right = plain_.view(),
               .depth = depth_,
               .target = in_place_ ? target_ : gram_.data(),
               .size = dense,
               .leading = in_place_ ? coordinates_->size() : dense});
  depth_ = 0;
}

template <class Value>
void HessianSum<Value>::settle() {
  multiply();
  const std::int64_t size = coordinates_->size(), dense = std::ssize(dense_);
  if (!in_place_) {
    for (std::int64_t i = 0; i < dense; ++i) {
      double* const row = target_ + dense_[static_cast<std::size_t>(i)] * size;
      for (std::int64_t j = 0; j <= i; ++j) row[dense_[static_cast<std::size_t>(j)]] += gram_.data()[i * dense + j];
    }
  }
  if (!cross_in_use_) return;
  for (std::int64_t i = 0; i < size; ++i) {
    const double* const from = cross_.data() + i * padded(dense);
    for (std::int64_t k = 0; k < dense; ++k) {
      const std::int64_t j = dense_[static_cast<std::size_t>(k)];
      target_[i > j ? i * size + j : j * size + i] += from[k];
    }
  }
}

template <class Value>
void HessianSum<Value>::finish() {
  settle();
}

template <class Value>
void HessianSum<Value>::suspend(Message& to) const {
  const std::int64_t dense = std::ssize(dense_);
  const auto rows = static_cast<std::size_t>(depth_ * panel_width);
  to.add_all(dense_).add(depth_).add(cross_in_use_);
  for (std::int64_t p = 0; p < panel_count(dense); ++p)
    to.add_plain(plain_.view().panel(p), rows).add_plain(scaled_.view().panel(p), rows);
  if (!in_place_) to.add_plain(gram_.data(), static_cast<std::size_t>(dense * dense));
  if (cross_in_use_) to.add_plain(cross_.data(), static_cast<std::size_t>(coordinates_->size() * padded(dense)));
}

template <class Value>
void HessianSum<Value>::resume(const HessianCoordinates& coordinates, double* target, MessageReader& from) {
  begin(coordinates, target);
  dense_ = from.take_all<std::int32_t>();
  make_room();
  const std::int64_t dense = std::ssize(dense_);
  depth_ = from.take<std::int64_t>();
  cross_in_use_ = from.take<bool>();
  const auto rows = static_cast<std::size_t>(depth_ * panel_width);
  for (std::int64_t p = 0; p < panel_count(dense); ++p) {
    from.take_plain(plain_.panel(p), rows);
    from.take_plain(scaled_.panel(p), rows);
  }
  if (!in_place_) from.take_plain(gram_.data(), static_cast<std::size_t>(dense * dense));
  if (!cross_in_use_) return;
  const std::int64_t size = coordinates.size() * padded(dense);
  cross_.require(size);
  from.take_plain(cross_.data(), static_cast<std::size_t>(size));
}

template class HessianSum<float>;
template class HessianSum<double>;

}  // namespace smsvm
