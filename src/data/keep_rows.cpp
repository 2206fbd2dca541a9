#include "data/keep_rows.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "data/block_builder.hpp"
#include "data/block_size.hpp"
#include "data/border_rows.hpp"
#include "data/distributed_read.hpp"
#include "data/row_access.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "smsvm/row_weights.hpp"

namespace smsvm {
namespace {

/// Those that are kept stay in the order in which they are stored, so that no rank must send rows to another but at its
/// borders, and their numbers are counted anew.
struct KeptRows {
  KeptRows(const Dataset& data, const std::vector<std::int64_t>& rows) : position(rows) {
    const RowOrder* const order = data.all_order().get();
    if (order == nullptr) return;
    std::vector<std::int64_t> number(static_cast<std::size_t>(data.rows), -1);  // among those kept
    for (std::size_t k = 0; k < rows.size(); ++k)
      number[static_cast<std::size_t>(rows[k])] = static_cast<std::int64_t>(k);
    position.clear();
    for (std::int64_t at = 0; at < data.rows; ++at) {
      const std::int64_t its_number = number[static_cast<std::size_t>(source_row(order, at))];
      if (its_number < 0) continue;
      shift.push_back(static_cast<std::int32_t>(its_number - std::ssize(position)));
      position.push_back(at);
    }
  }

  std::vector<std::int64_t> position;  ///< increasing
  std::vector<std::int32_t> shift;     ///< for RowOrder, of each row kept; empty: their order is that of the source
};

template <class Value>
void copy_rows(const BlockedRows<Value>& from, const std::vector<std::int64_t>& positions, std::int64_t features,
               Dataset& to) {
  RowStream<Value> stream;
  for (const std::int64_t position : positions) {
    for_each_value(row_at(from, position), [&](std::size_t column, double value) {
      stream.add(static_cast<std::int64_t>(column), static_cast<Value>(value));
    });
    stream.end_row();
  }
  stream.finish_positions(features, to);
}

Labels labels_of(const Labels& all, const std::vector<std::int64_t>& rows) {
  Labels kept;
  if (all.of_row.empty()) return kept;
  std::vector<std::int32_t> number(all.distinct.size(), -1);  // among those kept
  for (const std::int64_t row : rows) {
    const auto label = static_cast<std::size_t>(all.of_row[static_cast<std::size_t>(row)]);
    if (number[label] < 0) {
      number[label] = static_cast<std::int32_t>(kept.distinct.size());
      kept.distinct.push_back(all.distinct[label]);
    }
    kept.of_row.push_back(number[label]);
  }
  return kept;
}

/// On all ranks: those of the rows here that are kept, by their positions among these.
template <class Value>
Dataset copy_distributed(const BlockedRows<Value>& from, const std::vector<std::int64_t>& positions,
                         std::int64_t features, Communicator& ranks) {
  const BorderRows border(gather_numbers(ranks, std::ssize(positions)), ranks.rank());
  ThreadPool pool(1);
  BlockBuilder<Value> builder(pool);
  FlatRows<Value> some, early;
  const auto flush = [&] {
    set_early_rows_aside(std::span(&some, 1), border.early, early);
    builder.append({&some, 1});
    some.clear();
  };
  for (const std::int64_t position : positions) {
    for_each_value(row_at(from, position), [&](std::size_t column, double value) {
      if (value == 0) return;
      some.number.push_back(static_cast<std::int64_t>(column));
      some.value.push_back(static_cast<Value>(value));
    });
    some.end_row();
    if (some.rows() == most_block_rows || std::ssize(some.value) >= enough_block_values) flush();
  }
  flush();
  exchange_border_rows(border, early, {}, ranks, [&](FlatRows<Value>& late, const auto&) {
    builder.append({&late, 1});
  });
  Dataset kept;
  builder.finish_positions(features, kept);
  return kept;
}

std::shared_ptr<DistributedRows> keep_here(const DistributedRows& rows, const std::vector<std::int64_t>& kept) {
  const Dataset& part = rows.part();
  Dataset data = std::visit(
      [&](const auto& matrix) { return copy_distributed(matrix, kept, part.features, rows.ranks()); }, part.all_rows());
  data.feature_ids = part.feature_ids;
  data.width = part.width;
  return std::make_shared<DistributedRows>(rows.ranks(), std::move(data));
}

/// Of increasing positions: those of a rank's rows, counted from its first one.
std::vector<std::int64_t> positions_on(const DistributedRows& rows, int rank, const std::vector<std::int64_t>& kept) {
  const std::int64_t first = rows.first_row(rank), end = rows.first_row(rank + 1);
  std::vector<std::int64_t> here(std::lower_bound(kept.begin(), kept.end(), first),
                                 std::lower_bound(kept.begin(), kept.end(), end));
  for (std::int64_t& position : here) position -= first;
  return here;
}

void set_order(DistributedRows& rows, std::span<const std::int32_t> shift) {
  if (!shift.empty())
    rows.set_order(std::make_shared<const RowOrder>(std::vector<std::int32_t>(shift.begin(), shift.end())));
}

void keep_distributed(const DistributedRows& rows, const KeptRows& kept, Dataset& to) {
  Communicator& ranks = rows.ranks();
  ranks.together([&] {
    broadcast(ranks, Message().add(Command::keep_rows).take());
    for (int other = 1; other < ranks.size(); ++other)
      ranks.send(other, Tag::rows, Message().add_all(positions_on(rows, other, kept.position)).take());
    const auto mine = keep_here(rows, positions_on(rows, 0, kept.position));
    for (int other = 1; other < ranks.size(); ++other)
      ranks.send(other, Tag::rows, Message().add_all(mine->slice(kept.shift, other)).take());
    set_order(*mine, mine->slice(kept.shift, 0));
    to = data_of(mine);
  });
}

}  // namespace

std::shared_ptr<DistributedRows> serve_keep_rows(const DistributedRows& rows) {
  const std::string bytes = rows.ranks().receive(0, Tag::rows);
  auto kept = keep_here(rows, MessageReader(bytes).take_all<std::int64_t>());
  const std::string shift = rows.ranks().receive(0, Tag::rows);
  set_order(*kept, MessageReader(shift).take_all<std::int32_t>());
  data_of(kept);
  return kept;
}

Dataset keep_rows(const Dataset& data, const std::vector<std::int64_t>& rows) {
  Dataset kept;
  const KeptRows which(data, rows);
  const Labels& labels = data.all_labels();  // the ranks tell them while they still have all rows
  if (data.distributed) {
    keep_distributed(*data.distributed, which, kept);
  } else {
    std::visit([&](const auto& matrix) { copy_rows(matrix, which.position, data.features, kept); }, data.all_rows());
    kept.order = order_if_any(which.shift);
  }
  kept.labels = labels_of(labels, rows);
  if (!data.row_weight.empty()) {
    for (const std::int64_t row : rows) kept.row_weight.push_back(data.row_weight[static_cast<std::size_t>(row)]);
  }
  kept.feature_ids = data.feature_ids;
  kept.width = data.width;
  kept.feature_names = data.feature_names;
  kept.table = data.table;
  kept.rounded = data.rounded;
  kept.warnings = data.warnings;
  return kept;
}

}  // namespace smsvm
