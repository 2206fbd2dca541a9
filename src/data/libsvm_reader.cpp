#include "data/libsvm_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/label_column.hpp"
#include "data/label_table.hpp"
#include "data/libsvm_chunk.hpp"
#include "data/text_part.hpp"
#include "distributed/collectives.hpp"
#include "distributed/fail_together.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

using libsvm::Chunk;
using libsvm::Finding;
using libsvm::Tally;

bool refuse_utf16(std::string_view text, const Source& source, Complaints& complaints) {
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  if (is_utf16) complaints.add({{source.name(), 1, 1}, "UTF-16 text", "UTF-8 or ASCII is expected"});
  return is_utf16;
}

/// Up to `count` chunks from the front of the text, which is shortened. A chunk ends with the line in which it reaches
/// `chunk_bytes`; a line longer than that stays in one piece. One look at each byte at most, however long the lines.
std::vector<std::string_view> cut_off(std::string_view& text, const LibsvmPace& pace) {
  std::vector<std::string_view> chunks;
  while (!text.empty() && chunks.size() < pace.chunks_at_once) {
    const std::size_t newline = text.find('\n', std::min(pace.chunk_bytes, text.size()) - 1);
    const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    chunks.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return chunks;
}

/// Passes the share done on to the caller, one call at a time.
class ProgressMeter {
 public:
  ProgressMeter(const std::function<void(double)>& report, std::size_t total) : report_(report), total_(total) {}

  void advance(std::size_t bytes) {
    if (!report_) return;
    const std::lock_guard lock(mutex_);
    done_ += bytes;
    report_(static_cast<double>(done_) / static_cast<double>(total_));
  }

 private:
  const std::function<void(double)>& report_;
  std::size_t total_, done_ = 0;
  std::mutex mutex_;
};

/// Of what was parsed earlier and of what comes now; lines are counted from 1 in the sum.
void add(Tally& sum, const Tally& part, std::int64_t lines_before) {
  if (part.count == 0) return;
  if (sum.count == 0) sum = {0, lines_before + part.line + 1, part.column};
  sum.count += part.count;
}

void lower(std::atomic<std::int64_t>& least, std::int64_t value) {
  std::int64_t seen = least;
  while (value < seen && !least.compare_exchange_weak(seen, value)) {
  }
}

/// Goes through the text in waves: some chunks are parsed in parallel, and beside them the rows of the wave before are
/// laid out; the text is given back. So there is never more in memory than the rows as they are stored and two waves.
template <class Value>
class LibsvmReader {
 public:
  LibsvmReader(const Source& source, const ReadOptions& options, Complaints& complaints, BlockSink<Value>* sink,
               const LibsvmPace& pace)
      : source_(source),
        options_(options),
        complaints_(complaints),
        pace_(pace),
        pool_(source.bytes().size() > pace.chunk_bytes ? options.threads : 1),
        builder_(pool_, sink, options.index_base == IndexBase::one ? 1 : 0) {}

  Dataset read(std::string_view text) {
    parse(text, text);
    expect_rows(std::ssize(data_.labels.of_row), text);
    const std::int64_t first_index = decide_index_base();
    warn();
    builder_.finish(first_index, largest_index_, data_);
    rounded_.tell(first_index, data_);
    data_.labels.distinct = std::move(labels_).distinct();
    if (has_no_labels(options_)) data_.labels = {};
    return std::move(data_);
  }

  Dataset read_part(TextPart::Of of, std::string_view whole, Communicator& ranks) {
    const TextPart part(of, source_, whole, ranks);
    lines_ = part.lines_before;
    early_rows_wanted_ = part.border.early;
    fail_together(ranks, [&] {
      parse(part.text, whole);
      expect_rows(part.rows_everywhere, whole);
      if (std::ssize(data_.labels.of_row) != part.rows) throw std::logic_error("rows were counted wrongly");
    });
    tell_each_other(ranks);
    exchange_rows(part, ranks);
    const std::int64_t first_index = decide_index_base();
    warn();
    builder_.finish(first_index, largest_index_, data_, &ranks);
    rounded_.tell(first_index, data_);
    if (has_no_labels(options_)) data_.labels = {};
    return std::move(data_);
  }

 private:
  const std::string& name() const { return source_.name(); }

  void parse(std::string_view text, std::string_view whole) {
    ProgressMeter progress(options_.progress, text.size());
    for (std::string_view rest = text;;) {
      const auto chunks = cut_off(rest, pace_);
      parse_and_lay_out(chunks, whole, progress);
      if (chunks.empty()) break;  // what was left to lay out is done too
      take_in(chunks.size());
      source_.give_back({chunks.front().data(), static_cast<std::size_t>(rest.data() - chunks.front().data())});
    }
    rows_ = rows_before_ = {};
    for (const Chunk& chunk : chunks_) rounded_.add(chunk.rounded.table());
  }

  void expect_rows(std::int64_t rows, std::string_view text) {
    if (rows > 0 || !complaints_.empty()) return;
    complaints_.add({{name(), 0, 0}, text.empty() ? "the file is empty" : "no rows", "at least one row is expected"});
  }

  /// What the ranks found in their parts becomes what there is in the whole, and labels get their numbers there.
  void tell_each_other(Communicator& ranks) {
    Message mine;
    mine.add(largest_index_).add(name()).add_all(rounded_.table());
    for (const Tally* tally : {&zero_indices_, &group_ids_, &underflows_})
      mine.add(tally->count).add(tally->line).add(tally->column);
    const std::vector<Label> labels_here = std::move(labels_).distinct();
    for (const Label& label : labels_here) mine.add(label.text);
    zero_indices_ = group_ids_ = underflows_ = {};

    LabelTable all_labels;
    std::vector<std::int32_t> number;
    const std::vector<std::string> messages = gather_everywhere(ranks, mine.take());
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
      MessageReader from(messages[rank]);
      largest_index_ = std::max(largest_index_, from.take<std::int64_t>());
      const std::string file = from.text();
      rounded_.add(from.take_all<std::uint8_t>());
      for (Tally* tally : {&zero_indices_, &group_ids_, &underflows_}) {
        const auto count = from.take<std::int64_t>(), line = from.take<std::int64_t>();
        const auto column = from.take<std::int64_t>();
        if (tally->count == 0) *tally = {0, line, column, file};
        tally->count += count;
      }
      while (!from.at_end()) {
        const std::int32_t its_number = all_labels.number_of(from.text());
        if (static_cast<int>(rank) == ranks.rank()) number.push_back(its_number);
      }
    }
    for (std::int32_t& label : data_.labels.of_row) label = number[static_cast<std::size_t>(label)];
    data_.labels.distinct = std::move(all_labels).distinct();
  }

  void exchange_rows(const TextPart& part, Communicator& ranks) {
    auto& labels = data_.labels.of_row;
    const auto end_of_early = labels.begin() + part.border.early;
    const std::vector<std::int32_t> early_labels(labels.begin(), end_of_early);
    labels.erase(labels.begin(), end_of_early);
    exchange_border_rows(part.border, std::exchange(early_rows_, {}), early_labels, ranks,
                         [&](FlatRows<Value>& rows, const std::vector<std::int32_t>& their_labels) {
                           builder_.append({&rows, 1});
                           labels.insert(labels.end(), their_labels.begin(), their_labels.end());
                         });
  }

  void parse_and_lay_out(const std::vector<std::string_view>& texts, std::string_view whole, ProgressMeter& progress) {
    std::swap(rows_, rows_before_);
    const libsvm::Rules rules{options_.index_base, options_.sort_indices, complaints_.wanted(), pace_.in_a_hurry};
    std::atomic<std::int64_t> first_bad = std::numeric_limits<std::int64_t>::max();
    rows_.resize(std::max(rows_.size(), texts.size()));
    chunks_.resize(std::max(chunks_.size(), texts.size()));
    const std::int64_t blocks = builder_.prepared();
    pool_.for_each(blocks + std::ssize(texts), [&](std::int64_t task) {
      if (task < blocks) return builder_.lay_out(task);
      const std::int64_t i = task - blocks;
      // Chunks are begun in order, so every one before the first bad one is parsed in full.
      if (complaints_.throws() && i > first_bad) return;
      const auto k = static_cast<std::size_t>(i);
      libsvm::parse_chunk(texts[k], whole, rules, rows_[k], chunks_[k]);
      if (!chunks_[k].findings.empty()) lower(first_bad, i);
      progress.advance(texts[k].size());
    });
    builder_.settle();
  }

  void take_in(std::size_t count) {
    for (Chunk& chunk : std::span(chunks_).first(count)) {
      complain(chunk);
      add_labels(chunk);
      add(zero_indices_, chunk.zero_indices, lines_);
      add(group_ids_, chunk.group_ids, lines_);
      add(underflows_, chunk.underflows, lines_);
      largest_index_ = std::max(largest_index_, chunk.largest_index);
      lines_ += chunk.lines;
    }
    set_early_rows_aside(std::span(rows_).first(count), early_rows_wanted_, early_rows_);
    builder_.prepare(std::span(rows_).first(count));
  }

  void complain(Chunk& chunk) {
    for (Finding& finding : chunk.findings) {
      complaints_.add({{name(), lines_ + finding.line + 1, finding.column},
                       std::move(finding.found),
                       std::move(finding.expected),
                       std::move(finding.excerpt)});
    }
  }

  void add_labels(const Chunk& chunk) {
    std::vector<std::int32_t> number;
    for (const std::string& label : chunk.labels) number.push_back(labels_.number_of(label));
    for (const std::int32_t label : chunk.label_of_row) {
      data_.labels.of_row.push_back(number[static_cast<std::size_t>(label)]);
    }
  }

  std::int64_t decide_index_base() {
    if (options_.index_base != IndexBase::automatic) return options_.index_base == IndexBase::zero ? 0 : 1;
    const bool from_zero = zero_indices_.count > 0;
    data_.warnings.push_back(
        from_zero ? fmt::format("{}: index 0 occurs, so the first feature is taken to be 0", place(zero_indices_))
                  : fmt::format("{}: index 0 does not occur, so the first feature is taken to be 1", name()));
    return from_zero ? 0 : 1;
  }

  void warn() {
    if (group_ids_.count > 0) {
      data_.warnings.push_back(fmt::format("{}: qid is ignored ({} in all)", place(group_ids_), group_ids_.count));
    }
    if (underflows_.count > 0) {
      data_.warnings.push_back(fmt::format("{}: too small for a {}, taken as 0 ({} in all)", place(underflows_),
                                           std::is_same_v<Value, float> ? "float" : "double", underflows_.count));
    }
  }

  std::string place(const Tally& first) const {
    return fmt::format("{}:{}:{}", first.file.empty() ? name() : first.file, first.line, first.column);
  }

  const Source& source_;
  const ReadOptions& options_;
  Complaints& complaints_;
  const LibsvmPace& pace_;
  ThreadPool pool_;

  // Of the wave at hand, one for each chunk.
  std::vector<FlatRows<Value>> rows_, rows_before_;
  std::vector<Chunk> chunks_;

  // Of all waves so far.
  BlockBuilder<Value> builder_;
  LabelTable labels_;
  Dataset data_;
  std::int64_t lines_ = 0;
  std::int64_t largest_index_ = -1;
  FlatRows<Value> early_rows_;  ///< that belong to a block of another rank
  std::int64_t early_rows_wanted_ = 0;
  Tally zero_indices_, group_ids_, underflows_;
  RoundedColumns rounded_;
};

}  // namespace

Dataset read_libsvm(const Source& source, const ReadOptions& options, Complaints& complaints, const LibsvmPace& pace,
                    const BlockSinks& sinks) {
  const std::string_view text = source.text();
  if (refuse_utf16(text, source, complaints)) return {};
  if (options.precision == Precision::float32)
    return LibsvmReader<float>(source, options, complaints, sinks.float32, pace).read(text);
  return LibsvmReader<double>(source, options, complaints, sinks.float64, pace).read(text);
}

Dataset read_libsvm_part(TextPart::Of of, const Source& source, const ReadOptions& options, Communicator& ranks) {
  Complaints complaints = Complaints::throwing();
  const LibsvmPace pace;
  const std::string_view text = source.text();
  fail_together(ranks, [&] { refuse_utf16(text, source, complaints); });
  if (options.precision == Precision::float32)
    return LibsvmReader<float>(source, options, complaints, nullptr, pace).read_part(of, text, ranks);
  return LibsvmReader<double>(source, options, complaints, nullptr, pace).read_part(of, text, ranks);
}

}  // namespace smsvm
