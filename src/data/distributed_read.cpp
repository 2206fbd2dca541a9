#include "data/distributed_read.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "data/block_nonzeros.hpp"
#include "data/column_facts.hpp"
#include "data/complaints.hpp"
#include "data/content_checksum.hpp"
#include "data/format.hpp"
#include "data/in_order.hpp"
#include "data/libsvm_reader.hpp"
#include "data/rank_path.hpp"
#include "data/read_source.hpp"
#include "data/row_message.hpp"
#include "data/row_parts.hpp"
#include "data/source.hpp"
#include "data/store_reader.hpp"
#include "data/text_kind.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "distributed/fail_together.hpp"

namespace smsvm {
namespace {

enum class Way : int { text_parts, own_texts, store_parts, dealt };

/// What tells one file from another without reading all of it.
struct Fingerprint {
  std::uint64_t bytes = 0, hash = 0;
};

Fingerprint fingerprint_of(std::string_view bytes) {
  constexpr std::size_t sample = 1 << 16;
  const std::size_t size = bytes.size(), middle = size / 2;
  std::uint64_t hash = 0;
  for (const std::size_t from : {std::size_t{0}, middle, size - std::min(sample, size)}) {
    const std::string_view some = bytes.substr(from, sample);
    hash = XXH3_64bits_withSeed(some.data(), some.size(), hash);
  }
  return {size, hash};
}

struct ReadPlan {
  Way way = Way::dealt;
  std::string path;
  ReadOptions options;
  Fingerprint file;

  std::string command() const {
    Message message;
    message.add(Command::read).add(way).add(path).add(options.precision).add(options.text_format);
    message.add(options.index_base);
    message.add(options.sort_indices).add(options.label_column).add(options.trust_store);
    message.add(options.labels_required).add(options.threads).add(file.bytes).add(file.hash);
    return message.take();
  }
  explicit ReadPlan(MessageReader& from) {
    way = from.take<Way>();
    path = from.text();
    options.precision = from.take<Precision>();
    options.text_format = from.take<TextFormat>();
    options.index_base = from.take<IndexBase>();
    options.sort_indices = from.take<bool>();
    options.label_column = from.text();
    options.trust_store = from.take<bool>();
    options.labels_required = from.take<bool>();
    options.threads = from.take<int>();
    file.bytes = from.take<std::uint64_t>();
    file.hash = from.take<std::uint64_t>();
  }
  ReadPlan(Way how, std::string what, ReadOptions given, Fingerprint of)
      : way(how), path(std::move(what)), options(std::move(given)), file(of) {}
};

Way way_of(const std::string& path, const Source& source, const ReadOptions& options) {
  if (names_a_file_for_each_rank(path)) return Way::own_texts;
  const bool has_labels_elsewhere = !options.labels_file.empty();
  if (!source.is_plain_file() || !options.weight_column.empty() || has_labels_elsewhere) return Way::dealt;
  refuse_other_formats(source.name(), source.bytes());
  switch (format_of(source, options)) {
    case Format::store:
      return Way::store_parts;
    case Format::libsvm:
      return Way::text_parts;
    case Format::csv:
    case Format::npy:
    case Format::npz:
      return Way::dealt;
  }
  throw std::logic_error("a format that nobody deals");
}

void expect_text(const Source& source, const ReadOptions& options) {
  if (format_of(source, options) != Format::libsvm)
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: files of which each rank has its own ({{rank}}) must be libsvm text", source.name()));
}

/// On rank 0, before the others are asked for theirs.
void check_own_texts(const std::string& path, const Source& first, const ReadOptions& options, int ranks) {
  expect_text(first, options);
  check_table_options(options, Format::libsvm);
  if (!options.labels_file.empty())
    throw OptionError("--labels: files of which each rank has its own ({rank}) have their labels with them");
  std::error_code unknown;  // what cannot be looked at is not there
  if (const std::string next = path_for_rank(path, ranks); std::filesystem::exists(next, unknown))
    throw Error(ErrorKind::bad_data,
                fmt::format("{} is there too, but would not be read: there must be as many ranks as files, not {}",
                            next, ranks));
}

/// The file of this rank. Refuses one that should be, and is not, the one that rank 0 sees.
Source open_own(const ReadPlan& plan, int rank) {
  Source source = Source::open(path_for_rank(plan.path, rank));
  if (plan.way == Way::own_texts) {
    expect_text(source, plan.options);
    return source;
  }
  const Fingerprint mine = fingerprint_of(source.bytes());
  if (mine.bytes == plan.file.bytes && mine.hash == plan.file.hash) return source;
  throw Error(ErrorKind::bad_data,
              fmt::format("{} is not the file that rank 0 reads ({} bytes here, {} there{})", plan.path, mine.bytes,
                          plan.file.bytes, mine.bytes == plan.file.bytes ? ", with other content" : ""));
}

Dataset read_part(const ReadPlan& plan, const Source& source, Communicator& ranks) {
  if (plan.way == Way::text_parts) {
    source.expect_passes();  // of a part
    return read_libsvm_part(TextPart::one_text, source, plan.options, ranks);
  }
  if (plan.way == Way::own_texts) return read_libsvm_part(TextPart::many_texts, source, plan.options, ranks);
  Dataset part;
  fail_together(ranks, [&] { part = read_store_part(source, plan.options, ranks.rank(), ranks.size()); });
  return part;
}

/// Some of the blocks, and what is the same for all.
template <class Value>
void send_blocks(Communicator& ranks, int to, const Dataset& data, const BlockedRows<Value>& matrix, std::size_t first,
                 std::size_t last) {
  Message head;
  head.add(data.precision()).add(data.features).add(data.width).add_all(data.feature_ids).add_all(data.rounded);
  head.add(last - first);
  ranks.send(to, Tag::rows, head.take());
  for (std::size_t k = first; k < last; ++k) {
    Message message;
    write(message, matrix.blocks[k]);
    ranks.send(to, Tag::rows, message.take());
  }
}

template <class Value>
void receive_blocks_as(Communicator& ranks, int from, std::size_t count, BlockedRows<Value>& matrix) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::string bytes = ranks.receive(from, Tag::rows);
    MessageReader block(bytes);
    matrix.blocks.push_back(read_block<Value>(block));
    matrix.first_row.push_back(matrix.first_row.back() + matrix.blocks.back().rows);
  }
}

/// Adds them to those that the data have already.
void receive_blocks(Communicator& ranks, int from, Dataset& data) {
  const std::string bytes = ranks.receive(from, Tag::rows);
  MessageReader head(bytes);
  const auto precision = head.take<Precision>();
  data.features = head.take<std::int64_t>();
  data.width = head.take<std::int64_t>();
  data.feature_ids = head.take_all<std::int64_t>();
  data.rounded = head.take_all<std::uint8_t>();
  const auto count = head.take<std::size_t>();
  const auto receive = [&]<class Value>(BlockedRows<Value> matrix) {
    if (matrix.first_row.empty()) matrix.first_row.push_back(0);
    receive_blocks_as(ranks, from, count, matrix);
    data.rows = matrix.first_row.back();
    data.matrix = std::move(matrix);
  };
  const auto known = [&]<class Value>() {
    auto* const matrix = std::get_if<BlockedRows<Value>>(&data.matrix);
    return matrix == nullptr ? BlockedRows<Value>() : std::move(*matrix);
  };
  if (precision == Precision::float32) {
    receive(known.template operator()<float>());
  } else {
    receive(known.template operator()<double>());
  }
}

/// Rank 0 keeps the first ones.
Dataset deal(const Dataset& whole, Communicator& ranks) {
  return std::visit(
      [&](const auto& matrix) {
        std::vector<std::int64_t> work;
        for (const auto& block : matrix.blocks) work.push_back(nonzeros_in(block) + 4 * block.rows);
        const std::vector<std::size_t> first = deal_blocks(work, ranks.size());
        for (int other = 1; other < ranks.size(); ++other) {
          const auto r = static_cast<std::size_t>(other);
          send_blocks(ranks, other, whole, matrix, first[r], first[r + 1]);
          const Dataset theirs = rows_of_blocks(whole, first[r], first[r + 1]);
          Message labels;
          labels.add_all(theirs.labels.of_row)
              .add_all(theirs.order ? theirs.order->shift() : std::span<const std::int32_t>());
          for (const Label& label : whole.labels.distinct) labels.add(label.text);
          ranks.send(other, Tag::rows, labels.take());
        }
        Dataset mine = rows_of_blocks(whole, 0, first[1]);
        mine.row_weight = {};
        return mine;
      },
      whole.all_rows());
}

Dataset receive_dealt(Communicator& ranks) {
  Dataset part;
  receive_blocks(ranks, 0, part);
  const std::string bytes = ranks.receive(0, Tag::rows);
  MessageReader labels(bytes);
  part.labels.of_row = labels.take_all<std::int32_t>();
  if (auto shift = labels.take_all<std::int32_t>(); !shift.empty())
    part.order = std::make_shared<const RowOrder>(std::move(shift));
  while (!labels.at_end()) part.labels.distinct.push_back(Label::parse(labels.text()));
  return part;
}

std::shared_ptr<DistributedRows> with_checksum(Communicator& ranks, Dataset part, int threads) {
  auto rows = std::make_shared<DistributedRows>(ranks, std::move(part));
  std::uint64_t sum = 0;
  const std::uint64_t mine =
      sum_of_row_hashes(rows->part(), rows->first_row(), rows->order(), rows->part().precision(), threads);
  for (const std::uint64_t of_rank : gather_numbers(ranks, mine)) sum += of_rank;
  rows->set_checksum(checksum_of(sum, rows->rows()));
  return rows;
}

/// Of the rows of all ranks, on the first one.
std::shared_ptr<const ColumnFacts> facts_of_all(Communicator& ranks, const ColumnFacts& mine) {
  Message message;
  message.add(mine.blocks)
      .add_all(mine.least)
      .add_all(mine.greatest)
      .add_all(mine.mean)
      .add_all(mine.nonzeros)
      .add_all(mine.listed);
  auto all = std::make_shared<ColumnFacts>(mine);
  const std::vector<std::string> messages = gather(ranks, message.take());
  for (std::size_t rank = 1; rank < messages.size(); ++rank) {
    MessageReader from(messages[rank]);
    ColumnFacts theirs;
    theirs.blocks = from.take<std::int64_t>();
    theirs.least = from.take_all<double>();
    theirs.greatest = from.take_all<double>();
    theirs.mean = from.take_all<double>();
    theirs.nonzeros = from.take_all<std::int64_t>();
    theirs.listed = from.take_all<std::int64_t>();
    add_facts(*all, theirs);
  }
  return all;
}

}  // namespace

Dataset data_of(const std::shared_ptr<DistributedRows>& rows) {
  Communicator& ranks = rows->ranks();
  const Dataset& part = rows->part();
  Dataset data;
  std::uint64_t order = 0;
  for (const std::uint64_t sum : gather_numbers(ranks, order_checksum(rows->order(), rows->first_row()))) order += sum;
  rows->set_order_checksum(order);
  const auto labels = gather_rows(ranks, part.labels.count());
  auto row_weight = gather_rows(ranks, part.row_weight);
  const auto nonzeros = gather_numbers(ranks, part.nonzeros());
  auto columns = facts_of_all(ranks, *column_facts(part, 1));
  if (!ranks.is_first()) return data;
  data.known_columns = std::move(columns);
  data.rounded = part.rounded;
  data.rows = rows->rows();
  data.features = part.features;
  data.width = part.width;
  data.feature_ids = part.feature_ids;
  data.feature_names = part.feature_names;
  data.table = part.table;
  data.warnings = part.warnings;
  data.labels.distinct = part.labels.distinct;
  data.labels.known_count.resize(data.labels.distinct.size());
  for (std::size_t k = 0; k < labels.size(); ++k) data.labels.known_count[k % data.labels.distinct.size()] += labels[k];
  data.known_nonzeros = std::accumulate(nonzeros.begin(), nonzeros.end(), std::int64_t{0});
  if (part.precision() == Precision::float64) data.matrix = BlockedRows<double>();
  data.distributed = rows;
  data.row_weight = std::move(row_weight);
  return data;
}

Dataset read_distributed(const std::string& path, const ReadOptions& options, Communicator& ranks) {
  const Source source = Source::open(path_for_rank(path, ranks.rank()));
  const Way way = way_of(path, source, options);
  if (way == Way::own_texts) check_own_texts(path, source, options, ranks.size());
  if (way == Way::text_parts) check_table_options(options, Format::libsvm);
  if (way == Way::store_parts) check_table_options(options, Format::store);
  std::optional<Dataset> whole;
  if (way == Way::dealt) {  // a failure is nobody else's business
    Complaints complaints = Complaints::throwing();
    whole = read_source(source, options, complaints);
  }
  const ReadPlan plan(way, path, options, fingerprint_of(source.bytes()));
  broadcast(ranks, plan.command());
  if (whole) {
    return ranks.together([&] {
      const auto rows = with_checksum(ranks, deal(*whole, ranks), options.threads);
      Dataset data = data_of(rows);
      data.row_weight = std::move(whole->row_weight);
      data.feature_names = std::move(whole->feature_names);
      data.table = std::move(whole->table);
      data.warnings = std::move(whole->warnings);
      return data;
    });
  }
  fail_together(ranks, [] {});  // the others open the file
  Dataset part = read_part(plan, source, ranks);
  Dataset data = ranks.together([&] { return data_of(with_checksum(ranks, std::move(part), options.threads)); });
  if (!data.row_weight.empty()) data.row_weight = in_source_order(data.all_order().get(), std::move(data.row_weight));
  return data;
}

std::shared_ptr<DistributedRows> serve_read(Communicator& ranks, MessageReader& from) {
  const ReadPlan plan(from);
  Dataset part;
  if (plan.way == Way::dealt) {
    part = receive_dealt(ranks);
  } else {
    std::optional<Source> source;
    fail_together(ranks, [&] { source = open_own(plan, ranks.rank()); });
    part = read_part(plan, *source, ranks);
  }
  auto rows = with_checksum(ranks, std::move(part), plan.options.threads);
  data_of(rows);
  return rows;
}

}  // namespace smsvm
