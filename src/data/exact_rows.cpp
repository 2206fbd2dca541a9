#include "data/exact_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "data/exact_decimal.hpp"
#include "data/excerpt.hpp"
#include "data/number.hpp"
#include "data/row_access.hpp"
#include "data/text_rows.hpp"

namespace smsvm {
namespace {

// ---- Values that are binary fractions ----

ExactValue exact_value(std::size_t column, double value) {
  if (!std::isfinite(value)) throw Error(ErrorKind::bad_data, "a value of the data is not finite");
  constexpr int digits = 53;
  int exponent = 0;
  const auto whole = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), digits));
  const int zeros = std::countr_zero(whole);
  return {column, value < 0, whole >> zeros, nullptr, exponent - digits + zeros};
}

void for_each_stored_row(const Dataset& data, const ExactRows::Visit& visit) {
  std::vector<ExactValue> values;
  std::visit(
      [&](const auto& matrix) {
        for_each_row(data.order.get(), matrix, [&](std::int64_t row, const auto& view) {
          values.clear();
          for_each_value(view, [&](std::size_t column, double value) { values.push_back(exact_value(column, value)); });
          visit(row, values);
        });
      },
      data.all_rows());
}

// ---- Values that are decimals, compared with what the ordinary reader made of them ----

class DecimalRows {
 public:
  DecimalRows(const Dataset& data, const std::string& file, const ExactRows::Visit& visit)
      : data_(data), file_(file), visit_(visit) {}

  void take(const TextRow& text) {
    line_ = text.line;
    if (row_ == data_.rows) disagree(fmt::format("there are more than {} rows", data_.rows));
    check_label(text);
    stored_.clear();
    for_each_value(data_, row_, [&](std::size_t column, double value) { stored_.push_back({column, value}); });
    next_stored_ = 0;
    values_.clear();
    large_.clear();
    for (const TextRow::Number& number : text.numbers) take(number);
    if (next_stored_ != stored_.size())
      disagree(fmt::format("there is no feature {}", feature_id(stored_[next_stored_].column)));
    visit_(row_++, values_);
  }

  void finish() const {
    if (row_ != data_.rows) disagree(fmt::format("there are {} rows, not {}", row_, data_.rows));
  }

 private:
  struct Stored {
    std::size_t column;
    double value;
  };

  void take(const TextRow::Number& number) {
    ExactDecimal decimal = exact_decimal(number.text);
    if (decimal.is_zero()) return;
    if (std::abs(decimal.exponent) > ExactRows::most_places) {
      throw DataError(Place{file_, line_},
                      fmt::format("the value {} of feature {}", in_quotes(number.text), number.feature),
                      fmt::format("at most {} places are expected where all of them count", ExactRows::most_places));
    }
    ExactValue value{column_of(number), decimal.negative, decimal.mantissa, nullptr, decimal.exponent};
    if (decimal.mantissa == 0) value.large = &large_.emplace_back(std::move(decimal.large));
    values_.push_back(value);
  }

  /// Of a number that is not zero, though the nearest one that the data can hold may be: then it is not stored.
  std::size_t column_of(const TextRow::Number& number) {
    const double rounded = nearest(number.text);
    if (rounded == 0) return column_of_feature(number.feature);
    if (next_stored_ == stored_.size() || feature_id(stored_[next_stored_].column) != number.feature)
      disagree(fmt::format("there is a feature {}", number.feature));
    const auto [column, value] = stored_[next_stored_++];
    if (value != rounded)
      disagree(fmt::format("feature {} is {}, not {}", number.feature, in_quotes(number.text), value));
    return column;
  }

  /// As the ordinary reader rounds it.
  double nearest(std::string_view text) const {
    return data_.precision() == Precision::float32 ? static_cast<double>(parse_number<float>(text).value)
                                                   : parse_number<double>(text).value;
  }

  std::size_t column_of_feature(std::int64_t feature) const {
    const auto& ids = data_.feature_ids;
    const auto found = std::ranges::lower_bound(ids, feature);
    const bool known = ids.empty() ? feature <= data_.features : found != ids.end() && *found == feature;
    if (!known) disagree(fmt::format("feature {} is not 0, if hardly more", feature));
    return static_cast<std::size_t>(ids.empty() ? feature - 1 : found - ids.begin());
  }

  void check_label(const TextRow& text) const {
    if (!text.label || data_.labels.of_row.empty()) return;
    const auto number = static_cast<std::size_t>(data_.labels.of_row[static_cast<std::size_t>(row_)]);
    const Label& label = data_.labels.distinct[number];
    if (*text.label != label.text && Label::parse(*text.label) != label)
      disagree(fmt::format("the label is {}, not {}", in_quotes(*text.label), in_quotes(label.text)));
  }

  std::int64_t feature_id(std::size_t column) const { return data_.feature_id(static_cast<std::int64_t>(column)); }

  [[noreturn]] void disagree(const std::string& found) const {
    throw DataError(Place{file_, line_}, "the exact reading disagrees with the ordinary one: " + found,
                    "the file must stay as it is while it is read");
  }

  const Dataset& data_;
  const std::string& file_;
  const ExactRows::Visit& visit_;

  std::int64_t row_ = 0;
  std::int64_t line_ = 0;
  std::vector<Stored> stored_;  // what the data have of the row at hand
  std::size_t next_stored_ = 0;
  std::vector<ExactValue> values_;
  std::deque<mpz_class> large_;  // a deque, because values point to them
};

}  // namespace

ExactRows::ExactRows(const Dataset& data, Source source, const ReadOptions& options) : data_(data) {
  const Format format = format_of(source, options);
  if (format == Format::libsvm || format == Format::csv) text_ = Text{std::move(source), options};
}

void ExactRows::for_each(const Visit& visit) const {
  if (!text_) return for_each_stored_row(data_, visit);
  const Source& source = text_->source;
  const Format format = format_of(source, text_->options);
  DecimalRows rows(data_, source.name(), visit);
  for_each_text_row(source, format, text_->options, [&](const TextRow& row) { rows.take(row); });
  rows.finish();
}

}  // namespace smsvm
