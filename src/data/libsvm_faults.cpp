#include "data/libsvm_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "data/excerpt.hpp"
#include "data/number.hpp"

namespace smsvm::libsvm {
namespace {

constexpr const char* entry_expected = "index:value is expected (a table? --format csv)";

const char* end_of(std::string_view token) { return token.data() + token.size(); }

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

std::optional<Fault> control_fault(std::string_view token) {
  const auto* const where = std::find_if(token.begin(), token.end(), is_control);
  if (where == token.end()) return std::nullopt;
  if (*where == '\0') return Fault{where, "a NUL byte", "text is expected"};
  if (*where == '\r') return Fault{where, "a carriage return within the line", "lines end in LF or CRLF"};
  return Fault{where, fmt::format("the control byte {}", in_quotes({where, 1})), "text is expected"};
}

std::string_view first_index(IndexBase base) {
  switch (base) {
    case IndexBase::one:
      return "indices start at 1";
    case IndexBase::zero:
      return "indices start at 0";
    case IndexBase::automatic:
      break;
  }
  return "indices start at 0 or 1";
}

/// The token is all digits.
Fault colon_fault(std::string_view token, const char* last) {
  const char* const next = skip_blanks(end_of(token), last);
  if (next != last && *next == ':') {
    return {end_of(token), fmt::format("a blank between {} and its colon", in_quotes(token)),
            "index:value is expected"};
  }
  return {token.data(), fmt::format("{} without a colon", in_quotes(token)), entry_expected};
}

/// The number is fine, but `where` it ends something else goes on.
Fault trailing_fault(std::string_view token, const char* where) {
  const std::string_view number(token.data(), static_cast<std::size_t>(where - token.data()));
  const std::string_view rest(where, token.size() - number.size());
  const bool more_features = rest.find(':') != std::string_view::npos;
  if (rest.front() == ',') {
    const char* const hint = more_features ? "a blank is expected (features are separated by blanks)"
                                           : "a decimal point is expected (decimal comma?)";
    return {where, fmt::format("a comma after {}", in_quotes(number)), hint};
  }
  if (rest.front() == ':') {
    return {where, fmt::format("a second colon after {}", in_quotes(number)),
            "a blank is expected before the next index (missing blank?)"};
  }
  if (rest.front() == 'x' || rest.front() == 'X') {
    return {token.data(), fmt::format("value {}", in_quotes(token)),
            "a decimal number is expected, not a hexadecimal one"};
  }
  return {where, fmt::format("{} after the number {}", in_quotes(rest), in_quotes(number)),
          more_features ? "a blank is expected (missing blank?)" : "a number and then a blank are expected"};
}

Fault overflow_fault(std::string_view token, Precision precision) {
  const bool fits_double = parse_number<double>(token).kind == NumberKind::finite;
  return {token.data(), fmt::format("value {} is too large", in_quotes(token)),
          precision == Precision::float32 && fits_double
              ? "a float holds at most 3.4e38 (--precision double holds it)"
              : fmt::format("at most {} is expected", precision == Precision::float32 ? "3.4e38" : "1.7e308")};
}

template <class Value>
Fault value_fault_as(const char* feature, const char* after_colon, const char* last, Precision precision) {
  const char* const value = skip_blanks(after_colon, last);
  const std::string_view token = token_at(value, last);
  if (auto fault = control_fault(token)) return *fault;
  const auto number = scan_number<Value>(value, last);
  const bool colon_next = number.end != last && *number.end == ':';
  // In "1: 2:0.5" the 2 is the next index.
  if (token.empty() || token.front() == ':' || (colon_next && value != after_colon)) {
    const std::string_view index(feature, static_cast<std::size_t>(after_colon - feature));
    return {after_colon, fmt::format("no value after {}", in_quotes(index)), "index:value is expected"};
  }
  if (number.kind == NumberKind::malformed) {
    const bool comma = token.front() == ',';
    return {value, fmt::format("value {}", in_quotes(token)),
            comma ? "a number is expected (decimal comma?)" : "a number is expected"};
  }
  if (number.kind == NumberKind::not_finite) {
    return {value, fmt::format("value {}", in_quotes(token)),
            number.end == end_of(token) ? "a finite number is expected" : "a number is expected"};
  }
  if (number.end != end_of(token)) return trailing_fault(token, number.end);
  return overflow_fault(token, precision);
}

}  // namespace

std::string_view token_at(const char* at, const char* last) {
  return {at, static_cast<std::size_t>(std::find_if(at, last, ends_token) - at)};
}

std::int64_t largest_index(IndexBase base) {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  return base == IndexBase::one ? largest : largest - 1;
}

std::optional<Fault> label_fault(std::string_view token) {
  if (auto fault = control_fault(token)) return fault;
  if (token.find(':') != std::string_view::npos) {
    return Fault{token.data(), fmt::format("no label before {}", in_quotes(token)),
                 "a row is expected to start with one"};
  }
  if (token.find(',') != std::string_view::npos) {
    return Fault{token.data(), fmt::format("label {}", in_quotes(token)),
                 "a single label is expected (decimal comma? several labels? --format csv?)"};
  }
  const NumberKind kind = parse_number<double>(token).kind;
  if (kind == NumberKind::not_finite) {
    return Fault{token.data(), fmt::format("label {}", in_quotes(token)), "a finite number or a name is expected"};
  }
  if (kind == NumberKind::overflow || kind == NumberKind::underflow) {
    return Fault{token.data(), fmt::format("label {}", in_quotes(token)),
                 "a number within 4.9e-324 … 1.7e308 or a name is expected"};
  }
  return std::nullopt;
}

Fault index_fault(const char* at, const char* last, IndexBase base) {
  const std::string_view token = token_at(at, last);
  if (auto fault = control_fault(token)) return *fault;
  const std::string_view index = token.substr(0, token.find(':'));
  if (index.empty()) return {at, "no index before the colon", "index:value is expected"};
  const auto digits = [](std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), detail::is_digit);
  };
  const bool has_colon = index.size() < token.size();
  if (digits(index) && !has_colon) return colon_fault(token, last);
  if (!has_colon) return {at, fmt::format("{} without a colon", in_quotes(token)), entry_expected};
  if (digits(index)) {
    return {at, fmt::format("index {}", in_quotes(index)), fmt::format("the largest index is {}", largest_index(base))};
  }
  if (index.front() == '-' && digits(index.substr(1))) {
    return {at, fmt::format("negative index {}", in_quotes(index)), std::string(first_index(base))};
  }
  return {at, fmt::format("index {}", in_quotes(index)), "a whole number is expected"};
}

Fault zero_index_fault(const char* at) {
  return {at, "index 0", "indices start at 1 (use --index-base 0 if the first feature is 0)"};
}

Fault order_fault(const char* at, std::int64_t index, std::int64_t previous) {
  if (index == previous) return duplicate_fault(at, index);
  return {at, fmt::format("feature {} follows {}", index, previous),
          "indices must increase (--sort-indices sorts them)"};
}

Fault duplicate_fault(const char* at, std::int64_t index) {
  return {at, fmt::format("feature {} is given twice", index), "each index may occur once in a row"};
}

Fault group_fault(const char* at, const char* last) {
  const std::string_view token = token_at(at, last);
  if (auto fault = control_fault(token)) return *fault;
  return {at, in_quotes(token), "qid: and a whole number are expected"};
}

Fault value_fault(const char* feature, const char* after_colon, const char* last, Precision precision) {
  return precision == Precision::float32 ? value_fault_as<float>(feature, after_colon, last, precision)
                                         : value_fault_as<double>(feature, after_colon, last, precision);
}

std::optional<Fault> comment_fault(std::string_view comment) {
  const std::size_t where = comment.find('\0');
  if (where == std::string_view::npos) return std::nullopt;
  return control_fault(comment.substr(where));
}

}  // namespace smsvm::libsvm
