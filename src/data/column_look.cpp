#include "data/column_look.hpp"

#include "data/number.hpp"

namespace smsvm {

void ColumnLook::note(std::string_view cell, char decimal) {
  const CellKind kind = kind_of_cell(cell, decimal);
  if (kind == CellKind::missing) return note_missing();
  if (is_number(kind))
    return note_number(
        (decimal == ',' ? parse_number<double>(with_decimal_point(cell)) : parse_number<double>(cell)).value);
  if (kind == CellKind::text && is_garbled_number(cell)) return void(++garbled_);
  ++texts_;
  if (kind == CellKind::boolean) ++booleans_;
  if (kind == CellKind::date && dates_++ == 0) first_date_ = cell;
  if (distinct_texts_.size() <= most_texts) distinct_texts_.emplace(cell);
}

bool ColumnLook::looks_like_classes() const {
  if (missing_ > 0 || garbled_ > 0 || has_dates() || has_fractions() || cells() == 0) return false;
  const std::size_t distinct = distinct_numbers_.size() + distinct_texts_.size();
  const std::size_t most = is_text() ? most_texts : most_numbers;
  const bool constant = distinct == 1 && !is_text();
  return !constant && distinct <= std::max<std::size_t>(2, std::min(most, static_cast<std::size_t>(cells()) / 2));
}

bool ColumnLook::looks_measured() const {
  const std::size_t distinct = distinct_numbers_.size();
  const bool hardly_again = distinct > 2 && 2 * distinct > static_cast<std::size_t>(numbers_);
  return !is_text() && has_fractions() && (hardly_again || distinct > most_numbers);
}

}  // namespace smsvm
