#pragma once

#include <cstdint>
#include <vector>

#include "rows/held_rows.hpp"

namespace smsvm {

/// All rows twice: by rows and by columns, so that products with X and with X' are both sums of their own for each
/// number of the result. Any number of threads then comes to the same bits.
template <class Value>
class TwoWayRows {
 public:
  /// The values of rows or of columns, one after the other, those of each in order.
  struct Lines {
    std::vector<std::size_t> start;
    std::vector<std::uint32_t> index;
    std::vector<Value> value;

    std::int64_t count() const { return std::ssize(start) - 1; }
    /// Σ value · x over one line.
    double dot(std::int64_t line, const double* x) const {
      const auto at = static_cast<std::size_t>(line);
      const std::uint32_t* const place = index.data();
      const Value* const number = value.data();
      return detail::sum_of_terms(start[at], start[at + 1],
                                  [=](std::size_t k) { return static_cast<double>(number[k]) * x[place[k]]; });
    }
    template <class Visit>
    void for_each_value(std::int64_t line, const Visit& visit) const {
      const auto at = static_cast<std::size_t>(line);
      for (std::size_t k = start[at]; k < start[at + 1]; ++k) visit(index[k], static_cast<double>(value[k]));
    }
  };

  enum class Constant { left_out, last_column };

  /// With a last column of ones if asked for.
  explicit TwoWayRows(const HeldRows& held, Constant constant = Constant::left_out) {
    const bool with_constant = constant == Constant::last_column;
    const auto features = static_cast<std::size_t>(held.features);
    rows_.start.reserve(static_cast<std::size_t>(held.rows) + 1);
    rows_.start.push_back(0);
    columns_.start.assign(features + (with_constant ? 2 : 1), 0);
    const auto store = [&](std::size_t j, double x) {
      rows_.index.push_back(static_cast<std::uint32_t>(j));
      rows_.value.push_back(static_cast<Value>(x));
      ++columns_.start[j + 1];
    };
    for (std::int64_t i = 0; i < held.rows; ++i) {
      for_each_value(held.row<Value>(i), store);
      if (with_constant) store(features, 1);
      rows_.start.push_back(rows_.index.size());
    }
    turn();
  }

  const Lines& rows() const { return rows_; }
  const Lines& columns() const { return columns_; }
  std::size_t values() const { return rows_.value.size(); }

 private:
  void turn() {
    for (std::size_t j = 1; j < columns_.start.size(); ++j) columns_.start[j] += columns_.start[j - 1];
    columns_.index.resize(values());
    columns_.value.resize(values());
    std::vector<std::size_t> next(columns_.start.begin(), columns_.start.end() - 1);
    for (std::int64_t i = 0; i < rows_.count(); ++i) {
      rows_.for_each_value(i, [&](std::uint32_t j, double x) {
        columns_.index[next[j]] = static_cast<std::uint32_t>(i);
        columns_.value[next[j]++] = static_cast<Value>(x);
      });
    }
  }

  Lines rows_, columns_;
};

}  // namespace smsvm
