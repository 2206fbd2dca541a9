#include "data/libsvm_line.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "data/excerpt.hpp"
#include "data/number.hpp"

namespace smsvm::libsvm {
namespace {

template <class Value>
constexpr Precision precision_of = std::is_same_v<Value, float> ? Precision::float32 : Precision::float64;

}  // namespace

template <class Value>
void LineParser<Value>::parse(const char* first, const char* last) {
  line_ = first;
  last_ = last;
  const char* at = skip_blanks(line_, last_);
  const bool has_row = at != last_ && *at != '#';
  if (has_row) at = parse_row(at);
  const bool good = at != nullptr && check_comment(at);
  if (!has_row || !good) return;
  writer_.end_row(*row_);
  chunk_.label_of_row.push_back(labels_.find_or_add(label_));
}

template <class Value>
const char* LineParser<Value>::parse_row(const char* at) {
  at = parse_label(at);
  if (at == nullptr) return nullptr;
  previous_ = -1;
  row_ = writer_.begin_row();
  entries_.clear();
  while ((at = skip_blanks(at, last_)) != last_ && *at != '#') {
    at = parse_feature(at);
    if (at == nullptr) return nullptr;
  }
  if (rules_.sort_indices && !store_sorted()) return nullptr;
  return at;
}

template <class Value>
const char* LineParser<Value>::parse_label(const char* at) {
  label_ = token_at(at, last_);
  if (labels_.find(label_) == SpellingTable::unknown) {
    if (auto fault = label_fault(label_)) return complain(std::move(*fault));
  }
  return at + label_.size();
}

template <class Value>
const char* LineParser<Value>::parse_feature(const char* at) {
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
  if (!usable || !delimited) return complain(value_fault(at, colon + 1, last_, precision_of<Value>));
  if (value.kind == NumberKind::underflow) count(chunk_.underflows, at);
  chunk_.rounded.note(index, value.rounded);
  store(index, value.value, at);
  return value.end;
}

template <class Value>
bool LineParser<Value>::index_fits(const char* first, const char* last) const {
  const std::int64_t largest = largest_index(rules_.index_base);
  std::int64_t number = 0;
  for (; first != last; ++first) {
    const int digit = *first - '0';
    if (number > (largest - digit) / 10) return false;
    number = 10 * number + digit;
  }
  return true;
}

/// "qid:7", which ranking needs and we do not; anything else that does not start like a feature is an error.
template <class Value>
const char* LineParser<Value>::parse_group(const char* at) {
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

template <class Value>
void LineParser<Value>::store(std::int64_t index, Value value, const char* where) {
  chunk_.largest_index = std::max(chunk_.largest_index, index);
  if (rules_.sort_indices) {
    entries_.push_back({index, where, value});
  } else {
    row_->add(index, value, value == 0);
  }
}

template <class Value>
bool LineParser<Value>::store_sorted() {
  const auto key = [](const Entry& entry) { return std::pair(entry.index, entry.where); };
  std::ranges::sort(entries_, {}, key);
  const Entry* earliest = nullptr;
  for (std::size_t i = 1; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool twice = entry.index == entries_[i - 1].index;
    if (twice && (earliest == nullptr || entry.where < earliest->where)) earliest = &entry;
  }
  if (earliest != nullptr) {
    complain(duplicate_fault(earliest->where, earliest->index));
    return false;
  }
  for (const Entry& entry : entries_) row_->add(entry.index, entry.value, entry.value == 0);
  return true;
}

template <class Value>
bool LineParser<Value>::check_comment(const char* at) {
  auto fault = at == last_ ? std::nullopt : comment_fault({at, static_cast<std::size_t>(last_ - at)});
  if (fault) complain(std::move(*fault));
  return !fault;
}

template <class Value>
void LineParser<Value>::count(Tally& tally, const char* where) const {
  if (tally.count++ == 0) {
    tally.line = chunk_.lines;
    tally.column = where - line_ + 1;
  }
}

template <class Value>
const char* LineParser<Value>::complain(Fault fault) {
  if (std::ssize(chunk_.findings) < rules_.findings_wanted) {
    const std::int64_t column = fault.where - line_ + 1;
    const std::string_view line(line_, static_cast<std::size_t>(last_ - line_));
    chunk_.findings.push_back(
        {chunk_.lines, column, std::move(fault.found), std::move(fault.expected), excerpt(line, column)});
  }
  return nullptr;
}

template class LineParser<float>;
template class LineParser<double>;

}  // namespace smsvm::libsvm
