#include "data/store_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/block_nonzeros.hpp"
#include "data/in_order.hpp"
#include "data/label_column.hpp"
#include "data/row_dealing.hpp"
#include "data/row_parts.hpp"
#include "data/store_block_checks.hpp"
#include "data/store_tables.hpp"
#include "util/checksum.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

class StoreReader {
 public:
  StoreReader(const Source& source, const ReadOptions& options, Complaints& complaints)
      : source_(source), options_(options), complaints_(complaints), tables_(read_store_tables(source)) {
    last_block_ = tables_.blocks.size();
  }

  /// Only the blocks that fall to this rank, of so many.
  void take_part(int rank, int ranks) {
    std::vector<std::int64_t> work;
    for (const StoredBlock& block : tables_.blocks) {
      constexpr std::uint64_t row_work = 4;
      work.push_back(static_cast<std::int64_t>(block.rows * (block.dense_columns + row_work) + block.valued.size +
                                               block.ones.size));
    }
    const std::vector<std::size_t> first = deal_blocks(work, ranks);
    first_block_ = first[static_cast<std::size_t>(rank)];
    last_block_ = first[static_cast<std::size_t>(rank) + 1];
  }

  Dataset read() {
    Dataset data;
    data.rows = tables_.rows;
    data.features = tables_.features;
    data.width = tables_.width;
    data.known_nonzeros = tables_.nonzeros;
    data.feature_names = std::move(tables_.feature_names);
    data.rounded = std::move(tables_.rounded);
    data.table = std::move(tables_.table);
    if (!is_part()) data.known_columns = std::move(tables_.columns);
    find_rows();
    data.order = order_of_rows();
    read_labels(data);
    read_weights(data);
    read_feature_ids(data);
    if (tables_.precision == Precision::float32) {
      read_blocks<float>(data);
    } else {
      read_blocks<double>(data);
    }
    return data;
  }

 private:
  /// Which rows are in the blocks wanted.
  void find_rows() {
    for (std::size_t k = 0; k < last_block_; ++k) {
      const auto rows = static_cast<std::int64_t>(tables_.blocks[k].rows);
      (k < first_block_ ? first_row_ : rows_) += rows;
    }
  }

  /// Of the rows here. Only the groups that have some of them are dealt again.
  std::shared_ptr<const RowOrder> order_of_rows() const {
    if (tables_.group_rows.empty()) return nullptr;
    std::int64_t first = 0, end = 0;  // rows of these groups
    std::vector<std::int64_t> groups;
    for (const std::int64_t rows : tables_.group_rows) {
      if (end + rows > first_row_ && end < first_row_ + rows_) groups.push_back(rows);
      if (groups.empty()) first += rows;
      end += rows;
    }
    std::vector<std::int32_t> shift = dealt_shifts(groups, options_.threads, first);
    if (is_part()) {
      const auto from = shift.begin() + (first_row_ - first);
      shift = groups.empty() ? std::vector<std::int32_t>() : std::vector<std::int32_t>(from, from + rows_);
    }
    return std::make_shared<const RowOrder>(std::move(shift));
  }

  bool is_part() const { return last_block_ - first_block_ < tables_.blocks.size(); }

  [[noreturn]] void fail(std::string found) const {
    throw DataError({source_.name(), 0, 0}, std::move(found), undamaged_store);
  }

  std::string_view bytes_at(std::uint64_t start, std::uint64_t end) const {
    return source_.bytes().substr(start, end - start);
  }

  /// Always checked: there is little of it beside the rows.
  template <class Number>
  Numbers<Number> checked(const StoredSection& section, const char* what) const {
    const Extent& at = section.extent;
    if (Checksum::of(bytes_at(at.start, aligned(at.end()))) != section.checksum)
      fail(fmt::format("the {}, at byte {}, do not match their checksum", what, at.start));
    return numbers<Number>(at);
  }

  /// A number of each row, of the rows here alone: all of them as the source has them, a part as it is stored.
  template <class Number>
  std::vector<Number> of_rows(const StoredSection& section, const char* what, const RowOrder* order) const {
    const Numbers<Number> all = checked<Number>(section, what);
    if (!is_part() || all.empty()) return {all.begin(), all.end()};
    std::vector<Number> here;
    here.reserve(static_cast<std::size_t>(rows_));
    for (std::int64_t position = 0; position < rows_; ++position)
      here.push_back(all[static_cast<std::size_t>(first_row_ + source_row(order, position))]);
    return here;
  }

  void read_labels(Dataset& data) {
    std::vector<std::int32_t> of_row = of_rows<std::int32_t>(tables_.labels, "labels", data.order.get());
    const auto classes = std::ssize(tables_.distinct_labels);
    const auto is_unknown = [&](std::int32_t label) { return label < 0 || label >= classes; };
    if (std::ranges::any_of(of_row, is_unknown)) fail("a label that is not in the tables");
    if (has_no_labels(options_)) return;
    if (tables_.labels.extent.bytes == 0 && options_.labels_required)
      throw DataError({source_.name(), 0, 0}, "no labels", "expected a store of data with labels");
    data.labels = {std::move(tables_.distinct_labels), std::move(of_row), {}};
  }

  void read_weights(Dataset& data) const {
    data.row_weight = of_rows<double>(tables_.row_weight, "weights", data.order.get());
    const auto is_wrong = [](double weight) { return !(weight >= 0) || !std::isfinite(weight); };
    if (std::ranges::any_of(data.row_weight, is_wrong)) fail("a weight that is negative or not finite");
  }

  void read_feature_ids(Dataset& data) const {
    const Numbers<std::int64_t> numbers = checked<std::int64_t>(tables_.feature_ids, "numbers of the features");
    data.feature_ids.assign(numbers.begin(), numbers.end());
    const auto& ids = data.feature_ids;
    const bool increase = std::ranges::adjacent_find(ids, std::greater_equal<>()) == ids.end();
    if (ids.empty() ? data.width != data.features : ids.front() < 1 || !increase || data.width < ids.back())
      fail("numbers of features that do not increase from 1 to the largest one");
  }

  template <class Number>
  Numbers<Number> numbers(const Extent& at) const {
    const auto* const first = reinterpret_cast<const Number*>(source_.bytes().data() + at.start);
    return Numbers<Number>::shared({first, at.bytes / sizeof(Number)}, source_.owner());
  }

  ColumnLists lists(const Extent& start, const Extent& columns, std::uint32_t width) const {
    ColumnLists lists;
    if (columns.bytes == 0) return lists;
    lists.start = numbers<std::uint32_t>(start);
    if (width == sizeof(std::uint16_t)) lists.narrow = numbers<std::uint16_t>(columns);
    if (width == sizeof(std::uint32_t)) lists.wide = numbers<std::uint32_t>(columns);
    if (width == sizeof(std::int64_t)) lists.widest = numbers<std::int64_t>(columns);
    return lists;
  }

  template <class Value>
  RowBlock<Value> block(std::size_t k) const {
    const StoredBlock& stored = tables_.blocks[k];
    const BlockPlan& plan = tables_.plans[k];
    RowBlock<Value> block;
    block.rows = static_cast<std::int64_t>(stored.rows);
    if (stored.dense_columns > 0) {
      block.dense_columns = numbers<std::int32_t>(plan.dense_columns);
      block.tile = numbers<Value>(plan.tile);
    }
    block.valued = lists(plan.valued_start, plan.valued, stored.valued.width);
    if (stored.valued.size > 0) block.value = numbers<Value>(plan.value);
    block.ones = lists(plan.ones_start, plan.ones, stored.ones.width);
    return block;
  }

  template <class Value>
  void read_blocks(Dataset& data) {
    BlockedRows<Value> matrix;
    matrix.first_row.push_back(0);
    for (std::size_t k = first_block_; k < last_block_; ++k) {
      matrix.blocks.push_back(block<Value>(k));
      matrix.first_row.push_back(matrix.first_row.back() + matrix.blocks.back().rows);
    }
    data.rows = matrix.first_row.back();
    const std::vector<std::string> wrong = wrong_blocks(matrix);
    for (std::size_t k = 0; k < wrong.size(); ++k) {
      if (wrong[k].empty()) continue;
      data.rows -= matrix.blocks[k].rows;
      complaints_.add({{source_.name(), 0, 0},
                       fmt::format("block {} (stored rows {} to {}, at byte {}): {}", first_block_ + k + 1,
                                   first_row_ + matrix.first_row[k] + 1, first_row_ + matrix.first_row[k + 1],
                                   tables_.block_start[first_block_ + k], wrong[k]),
                       undamaged_store});
    }
    data.matrix = std::move(matrix);
  }

  /// What is wrong with each block; the first complaint of each is enough.
  template <class Value>
  std::vector<std::string> wrong_blocks(const BlockedRows<Value>& matrix) {
    std::vector<std::string> wrong(matrix.blocks.size());
    ThreadPool pool(wrong.size() > 1 ? options_.threads : 1);
    std::mutex mutex;
    std::vector<std::unique_ptr<StoreBlockChecks>> idle;
    std::int64_t nonzeros = 0;
    std::size_t done = 0;
    pool.for_each(std::ssize(wrong), [&](std::int64_t task) {
      const auto k = static_cast<std::size_t>(task);
      std::unique_ptr<StoreBlockChecks> checks;
      {
        const std::lock_guard lock(mutex);
        if (!idle.empty()) {
          checks = std::move(idle.back());
          idle.pop_back();
        }
      }
      if (checks == nullptr) checks = std::make_unique<StoreBlockChecks>(tables_.features);
      wrong[k] = wrong_block(matrix.blocks[k], first_block_ + k, *checks);
      const std::int64_t its_nonzeros = options_.trust_store ? 0 : nonzeros_in(matrix.blocks[k]);
      const std::lock_guard lock(mutex);
      idle.push_back(std::move(checks));
      nonzeros += its_nonzeros;
      if (options_.progress) options_.progress(static_cast<double>(++done) / static_cast<double>(wrong.size()));
    });
    const bool all_right = std::ranges::all_of(wrong, [](const std::string& text) { return text.empty(); });
    if (all_right && !options_.trust_store && !is_part() && nonzeros != tables_.nonzeros)
      fail(fmt::format("{} nonzeros, where the tables say {}", nonzeros, tables_.nonzeros));
    return wrong;
  }

  template <class Value>
  std::string wrong_block(const RowBlock<Value>& block, std::size_t k, StoreBlockChecks& checks) const {
    if (!options_.trust_store) {
      const std::string_view bytes = bytes_at(tables_.block_start[k], tables_.block_start[k + 1]);
      if (Checksum::of(bytes) != tables_.blocks[k].checksum) return "it does not match its checksum";
      if (std::string wrong = wrong_values(block); !wrong.empty()) return wrong;
    }
    return checks.wrong_structure(block);
  }

  const Source& source_;
  const ReadOptions& options_;
  Complaints& complaints_;
  StoreTables tables_;
  std::size_t first_block_ = 0, last_block_ = 0;  ///< of those wanted
  std::int64_t first_row_ = 0, rows_ = 0;         ///< of those
};

}  // namespace

Dataset read_store(const Source& source, const ReadOptions& options, Complaints& complaints) {
  source.expect_passes();
  return StoreReader(source, options, complaints).read();
}

Dataset read_store_part(const Source& source, const ReadOptions& options, int rank, int ranks) {
  source.expect_passes();
  Complaints complaints = Complaints::throwing();
  StoreReader reader(source, options, complaints);
  reader.take_part(rank, ranks);
  Dataset part = reader.read();
  part.known_nonzeros = -1;  // that was of all rows
  return part;
}

}  // namespace smsvm
