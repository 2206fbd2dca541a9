#include "data/store_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "data/block_size.hpp"
#include "data/label_table.hpp"
#include "data/row_dealing.hpp"
#include "data/table_text.hpp"
#include "smsvm/error.hpp"
#include "util/byte_stream.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

[[noreturn]] void fail(const Source& source, std::string found, std::string expected = undamaged_store) {
  throw DataError({source.name(), 0, 0}, std::move(found), std::move(expected));
}

bool all_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

std::uint32_t check_head(const Source& source) {
  const std::string_view bytes = source.bytes();
  if (!bytes.starts_with(store_magic)) fail(source, "not a store, whatever its name", "make one with smsvm convert");
  if constexpr (std::endian::native != std::endian::little) {
    throw Error(ErrorKind::unavailable, "stores can only be used on a little-endian machine");
  }
  if (bytes.size() < store_head_bytes + store_tail_bytes)
    fail(source, fmt::format("a store that is cut short, after {} bytes", bytes.size()));
  ByteReader head(source.name(), bytes.substr(store_magic.size()), undamaged_store);
  const auto version = head.number<std::uint32_t>();
  if (version < first_store_version || version > store_version) {
    fail(source, fmt::format("a store in version {} of the format", version),
         fmt::format(
             "this smsvm reads versions {} to {}: {}", first_store_version, store_version,
             version > store_version ? "take a newer one, or convert the data again" : "convert the data again"));
  }
  const std::size_t said = store_magic.size() + sizeof version;
  if (!all_zero(bytes.substr(said, store_head_bytes - said))) fail(source, "the first bytes were altered");
  return version;
}

/// The bytes of the tables, which are as they were written.
Extent find_tables(const Source& source) {
  const std::string_view bytes = source.bytes(), tail = bytes.substr(bytes.size() - store_tail_bytes);
  if (!tail.ends_with(store_magic)) fail(source, "a store that is cut short: its end is missing");
  ByteReader from(source.name(), tail, undamaged_store);
  Extent tables;
  tables.start = from.number<std::uint64_t>();
  tables.bytes = from.number<std::uint64_t>();
  const auto checksum = from.number<std::uint64_t>(), size = from.number<std::uint64_t>();
  if (size != bytes.size()) fail(source, fmt::format("{} bytes where {} were written", bytes.size(), size));
  const std::size_t said = 4 * sizeof(std::uint64_t);
  const std::uint64_t room = size - store_tail_bytes;
  if (!all_zero(tail.substr(said, tail.size() - said - store_magic.size())) || tables.start > room ||
      tables.bytes != room - tables.start || tables.start < store_head_bytes || tables.start % store_alignment != 0)
    fail(source, "the last bytes were altered");
  if (Checksum::of(bytes.substr(tables.start, tables.bytes)) != checksum)
    fail(source, fmt::format("the tables, at byte {}, do not match their checksum", tables.start));
  return tables;
}

class TablesReader {
 public:
  TablesReader(const Source& source, Extent place, std::uint32_t version)
      : source_(source),
        place_(place),
        version_(version),
        from_(source.name(), source.bytes().substr(place.start, place.bytes), undamaged_store) {}

  StoreTables read() {
    read_shape();
    for (StoredSection* section : sections()) section->present = from_.number<std::uint8_t>() != 0;
    for (StoredSection* section : sections()) section->checksum = from_.number<std::uint64_t>();
    read_labels();
    const auto names = from_.number<std::uint64_t>();
    if (names != 0 && names != static_cast<std::uint64_t>(tables_.features))
      from_.fail(fmt::format("{} names for {} features", names, tables_.features));
    for (std::uint64_t k = 0; k < names; ++k) tables_.feature_names.emplace_back(from_.text());
    const auto blocks = from_.number<std::uint64_t>();
    for (std::uint64_t k = 0; k < blocks; ++k) read_block();
    if (is_dealt_) read_groups();
    if (version_ >= version_with_facts) {
      read_facts();
      read_table();
    }
    place_blocks();
    place_sections();
    return std::move(tables_);
  }

 private:
  std::array<StoredSection*, 3> sections() { return {&tables_.labels, &tables_.row_weight, &tables_.feature_ids}; }

  std::int64_t count(const char* what, std::int64_t most) {
    const auto number = from_.number<std::int64_t>();
    if (number < 0 || number > most) from_.fail(fmt::format("{} {}", number, what));
    return number;
  }

  void read_shape() {
    const auto precision = from_.number<std::uint8_t>();
    if (precision > static_cast<std::uint8_t>(Precision::float64))
      from_.fail(fmt::format("unknown precision {}", precision));
    tables_.precision = static_cast<Precision>(precision);
    const auto order = from_.number<std::uint8_t>();
    if (order > static_cast<std::uint8_t>(StoredOrder::dealt))
      from_.fail(fmt::format("unknown order {} of the rows", order));
    is_dealt_ = order == static_cast<std::uint8_t>(StoredOrder::dealt);
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    tables_.rows = count("rows", any);
    tables_.features = count("features", std::numeric_limits<std::int32_t>::max());
    tables_.width = count("as the largest feature", any);
    tables_.nonzeros = count("nonzeros", any);
    if (static_cast<std::uint64_t>(tables_.features) / most_features_a_byte > source_.bytes().size())
      from_.fail(fmt::format("{} features in {} bytes", tables_.features, source_.bytes().size()));
    if (tables_.rows == 0) from_.fail("no rows");
  }

  void read_labels() {
    LabelTable table;  // which tells whether they differ
    const auto labels = from_.number<std::uint64_t>();
    for (std::uint64_t k = 0; k < labels; ++k) {
      const std::string_view text = from_.text();
      if (static_cast<std::uint64_t>(table.number_of(text)) != k) from_.fail("the same label twice");
    }
    if ((labels > 0) != tables_.labels.present) from_.fail(fmt::format("{} different labels", labels));
    tables_.distinct_labels = std::move(table).distinct();
  }

  StoredLists read_lists() {
    StoredLists lists;
    lists.size = from_.number<std::uint64_t>();
    lists.width = from_.number<std::uint32_t>();
    const bool fits = lists.size == 0 ? lists.width == 0 : lists.width == 2 || lists.width == 4 || lists.width == 8;
    if (!fits || lists.size > source_.bytes().size() || lists.size > std::numeric_limits<std::uint32_t>::max())
      from_.fail(fmt::format("lists of {} columns, of {} bytes each", lists.size, lists.width));
    return lists;
  }

  void read_block() {
    StoredBlock block;
    block.checksum = from_.number<std::uint64_t>();
    block.rows = from_.number<std::uint64_t>();
    block.dense_columns = from_.number<std::uint64_t>();
    block.valued = read_lists();
    block.ones = read_lists();
    if (block.rows == 0 || block.rows > static_cast<std::uint64_t>(most_block_rows))
      from_.fail(fmt::format("a block of {} rows", block.rows));
    if (block.dense_columns > static_cast<std::uint64_t>(tables_.features))
      from_.fail(fmt::format("{} of {} columns in a tile", block.dense_columns, tables_.features));
    tables_.blocks.push_back(block);
  }

  void read_groups() {
    std::int64_t rows = 0;
    const auto groups = from_.number<std::uint64_t>();
    for (std::uint64_t k = 0; k < groups; ++k) {
      tables_.group_rows.push_back(count("rows in a group", most_group_rows));
      if (tables_.group_rows.back() == 0) from_.fail("a group without rows");
      rows += tables_.group_rows.back();
    }
    if (rows != tables_.rows)
      from_.fail(fmt::format("groups of {} rows in all, where there are {}", rows, tables_.rows));
  }

  void read_facts() {
    const auto features = static_cast<std::uint64_t>(tables_.features);
    auto columns = std::make_shared<ColumnFacts>();
    columns->blocks = std::ssize(tables_.blocks);
    constexpr double most = std::numeric_limits<double>::max();
    columns->least = from_.vector(features, -most, most, "the least value of a column");
    columns->greatest = from_.vector(features, -most, most, "the greatest value of a column");
    columns->mean = from_.vector(features, 0, most, "the mean size of the values of a column");
    for (auto* const counts : {&columns->nonzeros, &columns->listed}) {
      const auto numbers = from_.vector(features, 0, static_cast<double>(tables_.rows), "how many values a column has");
      counts->assign(numbers.begin(), numbers.end());
    }
    tables_.columns = std::move(columns);
    if (from_.number<std::uint8_t>() == 0) return;
    for (std::uint64_t j = 0; j < features; ++j) tables_.rounded.push_back(from_.number<std::uint8_t>());
  }

  /// Nothing follows, or zeros, where there is none.
  void read_table() {
    if (from_.remaining() < sizeof(std::uint64_t)) return;
    const std::string_view written = from_.text();
    if (written.empty()) return;
    TextCursor text(source_.name(), written);
    tables_.table = std::make_shared<const TableSchema>(read_table_text(text, tables_.features));
    if (text.skip_blanks()) from_.fail("text after the table");
  }

  /// Sizes are so bounded above that one block cannot overflow; nor can their sum, which never gets beyond the file.
  void place_blocks() {
    const std::size_t value_bytes = tables_.precision == Precision::float32 ? sizeof(float) : sizeof(double);
    std::uint64_t rows = 0, values = 0;
    at_ = store_head_bytes;
    for (const StoredBlock& block : tables_.blocks) {
      tables_.block_start.push_back(at_);
      tables_.plans.push_back(plan_of(block, at_, value_bytes));
      advance(tables_.plans.back().end);
      rows += block.rows;
      values += block.rows * block.dense_columns + block.valued.size + block.ones.size;
    }
    tables_.block_start.push_back(at_);
    if (rows != static_cast<std::uint64_t>(tables_.rows))
      from_.fail(fmt::format("blocks of {} rows in all, where there are {}", rows, tables_.rows));
    if (static_cast<std::uint64_t>(tables_.nonzeros) > values)
      from_.fail(fmt::format("{} nonzeros among {} values", tables_.nonzeros, values));
  }

  void place_sections() {
    const auto place = [&](StoredSection& section, std::int64_t count, std::size_t bytes_each) {
      section.extent = {at_, section.present ? static_cast<std::uint64_t>(count) * bytes_each : 0};
      advance(aligned(section.extent.end()));
    };
    const std::uint64_t most_rows = source_.bytes().size();  // a label or a weight takes more than a byte
    if ((tables_.labels.present || tables_.row_weight.present) && static_cast<std::uint64_t>(tables_.rows) > most_rows)
      from_.fail(fmt::format("{} rows in {} bytes", tables_.rows, most_rows));
    place(tables_.labels, tables_.rows, sizeof(std::int32_t));
    place(tables_.row_weight, tables_.rows, sizeof(double));
    place(tables_.feature_ids, tables_.features, sizeof(std::int64_t));
    if (at_ != place_.start) from_.fail(fmt::format("the tables begin at byte {}, not {}", place_.start, at_));
  }

  void advance(std::uint64_t to) {
    if (to > place_.start) from_.fail(fmt::format("blocks and arrays up to byte {}, of {}", to, place_.start));
    at_ = to;
  }

  const Source& source_;
  Extent place_;
  std::uint32_t version_;
  ByteReader from_;
  StoreTables tables_;
  bool is_dealt_ = false;
  std::uint64_t at_ = 0;
};

}  // namespace

StoreTables read_store_tables(const Source& source) {
  const std::uint32_t version = check_head(source);
  return TablesReader(source, find_tables(source), version).read();
}

}  // namespace smsvm
