#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pass/pass.hpp"
#include "util/checksum.hpp"

namespace smsvm {

/// A checksum of what was asked, argument by argument.
class Question {
 public:
  Question& add(double number) { return add(std::span(&number, 1)); }
  template <class Number>
  Question& add(std::span<const Number> numbers) {
    const std::uint64_t size = numbers.size();
    checksum_.add({reinterpret_cast<const char*>(&size), sizeof size});
    checksum_.add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
    return *this;
  }
  std::uint64_t value() const { return checksum_.value(); }

 private:
  Question& add(std::span<double> numbers) { return add(std::span<const double>(numbers)); }
  Checksum checksum_;
};

std::uint64_t question_of(const Query& query);

bool all_finite(std::span<const double> numbers);

// Answers as bytes, and back. Reading returns false where the bytes cannot be the answer to what was asked: so many
// numbers, all of them finite.

std::string answer_of(std::span<const double> numbers);
bool read_answer(std::string_view answer, std::span<double> numbers);

std::string answer_of(const Sums& sums, const Query& query);
bool read_answer(std::string_view answer, const Query& query, std::int64_t features, Sums& sums);

}  // namespace smsvm
