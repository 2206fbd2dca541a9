#include "data/libsvm_chunk.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "data/excerpt.hpp"
#include "data/libsvm_faults.hpp"
#include "data/number.hpp"

namespace smsvm::libsvm {
namespace {

const char* skip_blanks(const char* at, const char* last) {
  while (at != last && is_blank(*at)) ++at;
  return at;
}

/// A feature of the row at hand, kept with its place until the row is sorted.
template <class Value>
struct Entry {
  std::int64_t index;
  const char* where;
  Value value;
};

template <class Value>
class ChunkParser {
 public:
  ChunkParser(std::string_view text, const Rules& rules)
      : text_(text), rules_(rules), largest_allowed_(largest_index(rules.index_base)) {
    // At most one nonzero per colon, and each takes four bytes ("1:1 "): memory is bounded by the text.
    const auto colons = std::count(text.begin(), text.end(), ':');
    const auto most = std::min(static_cast<std::size_t>(colons), text.size() / 4 + 1);
    chunk_.index.reserve(most);
    chunk_.value.reserve(most);
  }

  Chunk<Value> parse() && {
    const char* at = text_.data();
    const char* const end = at + text_.size();
    while (at != end) {
      const auto* const newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      const char* const next = newline != nullptr ? newline + 1 : end;
      line_ = at;
      last_ = newline != nullptr ? newline : end;
      while (last_ != line_ && last_[-1] == '\r') --last_;
      parse_line();
      ++chunk_.lines;
      at = next;
    }
    return std::move(chunk_);
  }

 private:
  static constexpr Precision precision = std::is_same_v<Value, float> ? Precision::float32 : Precision::float64;

  void parse_line() {
    const char* at = skip_blanks(line_, last_);
    const bool has_row = at != last_ && *at != '#';
    if (has_row) at = parse_row(at);
    const bool good = at != nullptr && check_comment(at);
    if (!has_row) return;
    if (good) {
      chunk_.row_end.push_back(chunk_.nonzeros());
      chunk_.label_of_row.push_back(number_of_label());
    } else {
      const std::int64_t kept = chunk_.row_end.empty() ? 0 : chunk_.row_end.back();
      chunk_.index.resize(static_cast<std::size_t>(kept));
      chunk_.value.resize(static_cast<std::size_t>(kept));
    }
  }

  /// Like all that follow: returns where it stopped, or null after a complaint.
  const char* parse_row(const char* at) {
    at = parse_label(at);
    if (at == nullptr) return nullptr;
    previous_ = -1;
    entries_.clear();
    while ((at = skip_blanks(at, last_)) != last_ && *at != '#') {
      at = parse_feature(at);
      if (at == nullptr) return nullptr;
    }
    if (rules_.sort_indices && !store_sorted()) return nullptr;
    return at;
  }

  const char* parse_label(const char* at) {
    const char* end = at;
    while (end != last_ && !ends_token(*end)) ++end;
    label_ = {at, static_cast<std::size_t>(end - at)};
    if (is_as_above() || labels_.contains(label_)) return end;
    if (auto fault = label_fault(label_)) return complain(std::move(*fault));
    return end;
  }

  bool is_as_above() const { return !chunk_.label_of_row.empty() && label_ == chunk_.labels[label_above()]; }
  std::size_t label_above() const { return static_cast<std::size_t>(chunk_.label_of_row.back()); }

  /// Of the row at hand, once it is known to be good.
  std::int32_t number_of_label() {
    if (is_as_above()) return chunk_.label_of_row.back();
    const auto [known, fresh] = labels_.emplace(label_, static_cast<std::int32_t>(chunk_.labels.size()));
    if (fresh) chunk_.labels.push_back(label_);
    return known->second;
  }

  const char* parse_feature(const char* at) {
    constexpr std::ptrdiff_t always_fits = 18;  // digits
    std::uint64_t number = 0;
    const char* const colon = detail::take_digits(at, last_, number);
    if (colon == at || colon == last_ || *colon != ':') return parse_group(at);
    if (colon - at > always_fits && !index_fits(at, colon)) return complain(index_fault(at, last_, rules_.index_base));
    const auto index = static_cast<std::int64_t>(number);
    if (index == 0) {
      if (rules_.index_base == IndexBase::one) return complain(zero_index_fault(at));
      count(chunk_.zero_indices, at);
    }
    if (index <= previous_ && !rules_.sort_indices) return complain(order_fault(at, index, previous_));
    previous_ = index;

    const auto value = scan_number<Value>(skip_blanks(colon + 1, last_), last_);
    const bool delimited = value.end == last_ || ends_token(*value.end);
    const bool usable = value.kind == NumberKind::finite || value.kind == NumberKind::underflow;
    if (!usable || !delimited) return complain(value_fault(at, colon + 1, last_, precision));
    if (value.kind == NumberKind::underflow) count(chunk_.underflows, at);
    store(index, value.value, at);
    return value.end;
  }

  bool index_fits(const char* first, const char* last) const {
    std::int64_t number = 0;
    for (; first != last; ++first) {
      const int digit = *first - '0';
      if (number > (largest_allowed_ - digit) / 10) return false;
      number = 10 * number + digit;
    }
    return true;
  }

  /// "qid:7", which ranking needs and we do not; anything else that does not start like a feature is an error.
  const char* parse_group(const char* at) {
    constexpr std::string_view prefix = "qid:";
    const std::string_view token = token_at(at, last_);
    if (!token.starts_with(prefix)) return complain(index_fault(at, last_, rules_.index_base));
    const std::string_view number = token.substr(prefix.size());
    if (number.empty() || !std::all_of(number.begin(), number.end(), detail::is_digit)) {
      return complain(group_fault(at, last_));
    }
    count(chunk_.group_ids, at);
    return token.data() + token.size();
  }

  void store(std::int64_t index, Value value, const char* where) {
    chunk_.largest_index = std::max(chunk_.largest_index, index);
    if (rules_.sort_indices) {
      entries_.push_back({index, where, value});
    } else {
      store_nonzero(index, value);
    }
  }

  void store_nonzero(std::int64_t index, Value value) {
    if (value == 0) return;
    chunk_.index.push_back(index);
    chunk_.value.push_back(value);
  }

  bool store_sorted() {
    const auto key = [](const Entry<Value>& entry) { return std::pair(entry.index, entry.where); };
    std::ranges::sort(entries_, {}, key);
    const Entry<Value>* earliest = nullptr;
    for (std::size_t i = 1; i < entries_.size(); ++i) {
      const Entry<Value>& entry = entries_[i];
      const bool twice = entry.index == entries_[i - 1].index;
      if (twice && (earliest == nullptr || entry.where < earliest->where)) earliest = &entry;
    }
    if (earliest != nullptr) {
      complain(duplicate_fault(earliest->where, earliest->index));
      return false;
    }
    for (const Entry<Value>& entry : entries_) store_nonzero(entry.index, entry.value);
    return true;
  }

  bool check_comment(const char* at) {
    auto fault = at == last_ ? std::nullopt : comment_fault({at, static_cast<std::size_t>(last_ - at)});
    if (fault) complain(std::move(*fault));
    return !fault;
  }

  void count(Tally& tally, const char* where) {
    if (tally.count++ == 0) {
      tally.line = chunk_.lines;
      tally.column = where - line_ + 1;
    }
  }

  const char* complain(Fault fault) {
    if (std::ssize(chunk_.findings) < rules_.findings_wanted) {
      const std::int64_t column = fault.where - line_ + 1;
      const std::string_view line(line_, static_cast<std::size_t>(last_ - line_));
      chunk_.findings.push_back(
          {chunk_.lines, column, std::move(fault.found), std::move(fault.expected), excerpt(line, column)});
    }
    return nullptr;
  }

  std::string_view text_;
  Rules rules_;
  std::int64_t largest_allowed_;
  Chunk<Value> chunk_;
  std::unordered_map<std::string_view, std::int32_t> labels_;

  const char* line_ = nullptr;  // the line at hand, without its end
  const char* last_ = nullptr;
  std::string_view label_;      // of the row at hand
  std::int64_t previous_ = -1;  // index of the row at hand
  std::vector<Entry<Value>> entries_;
};

}  // namespace

template <class Value>
Chunk<Value> parse_chunk(std::string_view text, const Rules& rules) {
  return ChunkParser<Value>(text, rules).parse();
}

template Chunk<float> parse_chunk(std::string_view, const Rules&);
template Chunk<double> parse_chunk(std::string_view, const Rules&);

}  // namespace smsvm::libsvm
