#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell_kind.hpp"

namespace smsvm {

/// What the first rows say about a column of a table.
class ColumnLook {
 public:
  void note(std::string_view cell, char decimal);
  void note_number(double number);
  void note_missing() { ++missing_; }

  std::int64_t cells() const { return numbers_ + texts_ + garbled_; }  ///< that are not missing
  /// Most of it is neither numbers, garbled ones included, nor missing. One text among numbers is no category, but a
  /// mark, perhaps of what is missing.
  bool is_text() const { return texts_ > numbers_ + garbled_ && (distinct_texts_.size() > 1 || cells() == texts_); }
  bool is_boolean() const { return is_text() && booleans_ == texts_; }
  bool has_dates() const { return is_text() && dates_ > 0; }
  bool has_fractions() const { return wholes_ < numbers_; }
  bool has_text(std::string_view text) const { return distinct_texts_.contains(text); }
  const std::string& first_date() const { return first_date_; }
  /// 0, 1, 2, … or 1, 2, 3, …
  bool counts_rows() const { return counts_rows_ && numbers_ > 1 && cells() == numbers_ && missing_ == 0; }

  /// A few whole numbers or texts that come again and again.
  bool looks_like_classes() const;
  /// Fractions that hardly come again: measured, not a class.
  bool looks_measured() const;

 private:
  static constexpr std::size_t most_numbers = 20, most_texts = 1000;

  std::int64_t missing_ = 0, numbers_ = 0, wholes_ = 0, texts_ = 0, garbled_ = 0, booleans_ = 0, dates_ = 0;
  bool counts_rows_ = true;
  double first_number_ = 0;
  std::vector<double> distinct_numbers_;               // of them, as many as most_numbers, and one more
  std::set<std::string, std::less<>> distinct_texts_;  // likewise
  std::string first_date_;
};

inline void ColumnLook::note_number(double number) {
  if (numbers_ == 0) first_number_ = number;
  counts_rows_ = counts_rows_ && number == first_number_ + static_cast<double>(numbers_) &&
                 (first_number_ == 0 || first_number_ == 1);
  ++numbers_;
  if (std::trunc(number) == number) ++wholes_;
  if (distinct_numbers_.size() <= most_numbers &&
      std::ranges::find(distinct_numbers_, number) == distinct_numbers_.end())
    distinct_numbers_.push_back(number);
}

}  // namespace smsvm
