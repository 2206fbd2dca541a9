#include "data/libsvm_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/label_table.hpp"
#include "data/libsvm_chunk.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

using libsvm::Chunk;
using libsvm::Finding;
using libsvm::Tally;

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool is_utf16(std::string_view text) { return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"); }

/// Cuts at the first line end after each multiple of `chunk_bytes`; a line longer than that stays in one piece. One
/// look at each byte at most, however long the lines are.
std::vector<std::string_view> cut_at_line_ends(std::string_view text, std::size_t chunk_bytes) {
  std::vector<std::string_view> pieces;
  while (text.size() > chunk_bytes) {
    const std::size_t newline = text.find('\n', chunk_bytes - 1);
    if (newline == std::string_view::npos) break;
    pieces.push_back(text.substr(0, newline + 1));
    text.remove_prefix(newline + 1);
  }
  if (!text.empty()) pieces.push_back(text);
  return pieces;
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

/// Everything a chunk knows of its neighbours: how much came before it.
struct Offset {
  std::int64_t lines = 0, rows = 0, nonzeros = 0;
};

template <class Value>
class LibsvmReader {
 public:
  LibsvmReader(const Source& source, const ReadOptions& options, Complaints& complaints)
      : name_(source.name()), options_(options), complaints_(complaints) {}

  Dataset read(std::string_view text, std::size_t chunk_bytes) {
    const std::vector<std::string_view> pieces = cut_at_line_ends(text, chunk_bytes);
    ThreadPool pool(pieces.size() > 1 ? options_.threads : 1);
    parse(pieces, text.size(), pool);
    add_offsets();
    complain(text);

    Dataset data;
    data.rows = total_.rows;
    const std::int64_t shift = decide_index_base(data);
    warn(data);
    merge_labels(data);
    fill(data, shift, pool);
    return data;
  }

 private:
  void parse(const std::vector<std::string_view>& pieces, std::size_t total_bytes, ThreadPool& pool) {
    const libsvm::Rules rules{options_.index_base, options_.sort_indices, complaints_.wanted()};
    ProgressMeter progress(options_.progress, total_bytes);
    std::atomic<std::int64_t> first_bad = std::numeric_limits<std::int64_t>::max();
    chunks_.resize(pieces.size());
    pool.for_each(std::ssize(pieces), [&](std::int64_t i) {
      // Chunks are begun in order, so every one before the first bad one is parsed in full.
      if (complaints_.throws() && i > first_bad) return;
      const std::string_view piece = pieces[static_cast<std::size_t>(i)];
      Chunk<Value>& chunk = chunks_[static_cast<std::size_t>(i)];
      chunk = libsvm::parse_chunk<Value>(piece, rules);
      if (!chunk.findings.empty()) lower(first_bad, i);
      progress.advance(piece.size());
    });
  }

  static void lower(std::atomic<std::int64_t>& least, std::int64_t value) {
    std::int64_t seen = least;
    while (value < seen && !least.compare_exchange_weak(seen, value)) {
    }
  }

  void add_offsets() {
    for (const Chunk<Value>& chunk : chunks_) {
      offsets_.push_back(total_);
      total_.lines += chunk.lines;
      total_.rows += chunk.rows();
      total_.nonzeros += chunk.nonzeros();
      largest_index_ = std::max(largest_index_, chunk.largest_index);
    }
  }

  void complain(std::string_view text) {
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      for (Finding& finding : chunks_[i].findings) {
        complaints_.add({{name_, offsets_[i].lines + finding.line + 1, finding.column},
                         std::move(finding.found),
                         std::move(finding.expected),
                         std::move(finding.excerpt)});
      }
    }
    if (total_.rows == 0 && complaints_.empty()) {
      complaints_.add({{name_, 0, 0}, text.empty() ? "the file is empty" : "no rows", "at least one row is expected"});
    }
  }

  /// What to add to an index to get a feature number, which starts at 1.
  std::int64_t decide_index_base(Dataset& data) const {
    if (options_.index_base != IndexBase::automatic) return options_.index_base == IndexBase::zero ? 1 : 0;
    const Tally zeros = sum(&Chunk<Value>::zero_indices);
    data.warnings.push_back(
        zeros.count > 0 ? fmt::format("{}: index 0 occurs, so the first feature is taken to be 0", place(zeros))
                        : fmt::format("{}: index 0 does not occur, so the first feature is taken to be 1", name_));
    return zeros.count > 0 ? 1 : 0;
  }

  void warn(Dataset& data) const {
    if (const Tally groups = sum(&Chunk<Value>::group_ids); groups.count > 0) {
      data.warnings.push_back(fmt::format("{}: qid is ignored ({} in all)", place(groups), groups.count));
    }
    if (const Tally small = sum(&Chunk<Value>::underflows); small.count > 0) {
      data.warnings.push_back(fmt::format("{}: too small for a {}, taken as 0 ({} in all)", place(small),
                                          std::is_same_v<Value, float> ? "float" : "double", small.count));
    }
  }

  /// Over all chunks, the line counted from 1.
  Tally sum(Tally Chunk<Value>::*tally) const {
    Tally all;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const Tally& part = chunks_[i].*tally;
      if (all.count == 0) all = {0, offsets_[i].lines + part.line + 1, part.column};
      all.count += part.count;
    }
    return all;
  }

  std::string place(const Tally& first) const { return fmt::format("{}:{}:{}", name_, first.line, first.column); }

  void merge_labels(Dataset& data) const {
    LabelTable table;
    data.labels.of_row.reserve(static_cast<std::size_t>(total_.rows));
    std::vector<std::int32_t> number;
    for (const Chunk<Value>& chunk : chunks_) {
      number.clear();
      for (const std::string_view label : chunk.labels) number.push_back(table.number_of(label));
      for (const std::int32_t label : chunk.label_of_row) {
        data.labels.of_row.push_back(number[static_cast<std::size_t>(label)]);
      }
    }
    data.labels.distinct = std::move(table).distinct();
  }

  /// Chunks are given back as they are laid out.
  void fill(Dataset& data, std::int64_t shift, ThreadPool& pool) {
    BlockBuilder<Value> builder(pool);
    for (Chunk<Value>& chunk : chunks_) {
      const FlatRows<Value> rows{std::move(chunk.row_end), std::move(chunk.index), std::move(chunk.value)};
      builder.append({&rows, 1});
    }
    builder.finish(1 - shift, largest_index_, data);
  }

  const std::string& name_;
  const ReadOptions& options_;
  Complaints& complaints_;
  std::vector<Chunk<Value>> chunks_;
  std::vector<Offset> offsets_;
  Offset total_;
  std::int64_t largest_index_ = -1;
};

}  // namespace

Dataset read_libsvm(const Source& source, const ReadOptions& options, Complaints& complaints, std::size_t chunk_bytes) {
  const std::string_view text = without_byte_order_mark(source.bytes());
  if (is_utf16(text)) {
    complaints.add({{source.name(), 1, 1}, "UTF-16 text", "UTF-8 or ASCII is expected"});
    return {};
  }
  return options.precision == Precision::float32
             ? LibsvmReader<float>(source, options, complaints).read(text, chunk_bytes)
             : LibsvmReader<double>(source, options, complaints).read(text, chunk_bytes);
}

}  // namespace smsvm
