#include "data/distributed_rows.hpp"

#include <stdexcept>
#include <utility>

#include "data/in_order.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"

namespace smsvm {

Dataset::Distributed::Distributed(Communicator& ranks, Dataset part)
    : ranks_(ranks), part_(std::move(part)), order_(std::exchange(part_.order, nullptr)) {
  first_row_.push_back(0);
  for (const std::int64_t rows : gather_numbers(ranks, part_.rows)) first_row_.push_back(first_row_.back() + rows);
}

namespace {

/// A rank whose rows all happen to be in place says so by zeros, not by nothing: others may have an order.
std::vector<std::int32_t> shift_of(const RowOrder* order) {
  if (order == nullptr) return {};
  return {order->shift().begin(), order->shift().end()};
}

}  // namespace

void DistributedRows::serve_labels(MessageReader& from) const {
  expect_mine(from);
  gather_rows(ranks_, part_.labels.of_row);
}

void DistributedRows::serve_order(MessageReader& from) const {
  expect_mine(from);
  gather_rows(ranks_, shift_of(order()));
}

void DistributedRows::expect_mine(MessageReader& from) const {
  if (from.take<std::int64_t>() != rows()) throw std::logic_error("something is asked about rows of other data");
}

const Labels& DistributedRows::all_labels() const {
  if (all_labels_) return *all_labels_;
  const RowOrder* const order = all_order().get();
  ranks_.together([&] {
    broadcast(ranks_, Message().add(Command::labels_of_rows).add(rows()).take());
    all_labels_ = Labels{part_.labels.distinct, in_source_order(order, gather_rows(ranks_, part_.labels.of_row)), {}};
  });
  return *all_labels_;
}

const std::shared_ptr<const RowOrder>& DistributedRows::all_order() const {
  if (!all_order_) {
    if (order_checksum_ == 0) return all_order_.emplace();
    ranks_.together([&] {
      broadcast(ranks_, Message().add(Command::order_of_rows).add(rows()).take());
      all_order_ = order_if_any(gather_rows(ranks_, shift_of(order())));
    });
  }
  return *all_order_;
}

std::uint64_t DistributedRows::checksum() const {
  if (!checksum_) throw std::logic_error("the checksum of distributed rows is not known");
  return *checksum_;
}

}  // namespace smsvm
