#include "data/feature_scale.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "data/row_access.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "smsvm/scale.hpp"

namespace smsvm {
namespace {

/// What is known of one feature's values, zeros included.
struct Spread {
  double least = 0, greatest = 0;  ///< of the nonzeros, then of all
  double sum = 0;                  ///< Σ c x
  double nonzero_weight = 0;       ///< Σ c over the rows where it is not zero
  std::int64_t nonzeros = 0;
  double squares = 0;  ///< Σ c (x − mean)² over these rows

  void add(double weight, double value) {
    least = nonzeros == 0 ? value : std::min(least, value);
    greatest = nonzeros == 0 ? value : std::max(greatest, value);
    sum += weight * value;
    nonzero_weight += weight;
    ++nonzeros;
  }
};

/// Calls visit(column, weight, value) for all nonzeros in rows of positive weight; returns how many rows that are.
template <class Visit>
std::int64_t for_each_nonzero(const Dataset& data, const std::vector<double>& row_weight, Visit&& visit) {
  std::int64_t rows = 0;
  std::visit(
      [&](const auto& matrix) {
        for_each_row(data.order.get(), matrix, [&](std::int64_t row, const auto& view) {
          const double weight = row_weight.empty() ? 1 : row_weight[static_cast<std::size_t>(row)];
          if (!(weight > 0)) return;
          ++rows;
          for_each_stored(view, [&](std::size_t column, double value) {
            if (value != 0) visit(column, weight, value);
          });
        });
      },
      data.all_rows());
  return rows;
}

double total(const std::vector<double>& row_weight, std::int64_t rows) {
  if (row_weight.empty()) return static_cast<double>(rows);
  double sum = 0;
  for (const double weight : row_weight) sum += weight;
  return sum;
}

/// What is known after a look at some of the rows.
struct Spreads {
  explicit Spreads(std::int64_t features) : of(static_cast<std::size_t>(features)) {}
  explicit Spreads(const std::string& bytes) {
    MessageReader from(bytes);
    rows = from.take<std::int64_t>();
    of = from.take_all<Spread>();
  }
  std::string message() const { return Message().add(rows).add_all(of).take(); }

  std::int64_t rows = 0;
  std::vector<Spread> of;  ///< each feature
};

void look(const Dataset& data, const std::vector<double>& row_weight, Spreads& spreads) {
  spreads.rows += for_each_nonzero(
      data, row_weight, [&](std::size_t j, double weight, double value) { spreads.of[j].add(weight, value); });
}

/// A second look, so that a large mean does not swallow the deviations.
void look_again(const Dataset& data, const std::vector<double>& row_weight, double weight_of_all, Spreads& spreads) {
  for_each_nonzero(data, row_weight, [&](std::size_t j, double weight, double value) {
    const double deviation = value - spreads.of[j].sum / weight_of_all;
    spreads.of[j].squares += weight * deviation * deviation;
  });
}

/// Each rank goes on from what the one before it has found, so that sums have the bits that one rank finds.
template <class Look>
void in_turn(Communicator& ranks, const Look& look_at, Spreads& spreads) {
  const std::string all = smsvm::in_turn(ranks, spreads.message(), [&](const std::string& before) {
    Spreads next(before);
    look_at(next);
    return next.message();
  });
  if (ranks.is_first()) spreads = Spreads(all);
}

/// On all ranks.
void look_together(const DistributedRows& rows, Scale scale, const std::vector<double>& row_weight,
                   double weight_of_all, Spreads& spreads) {
  Communicator& ranks = rows.ranks();
  in_turn(
      ranks, [&](Spreads& next) { look(rows.part(), row_weight, next); }, spreads);
  if (scale != Scale::standard) return;
  in_turn(
      ranks, [&](Spreads& next) { look_again(rows.part(), row_weight, weight_of_all, next); }, spreads);
}

void look_distributed(const Dataset& data, Scale scale, const std::vector<double>& weight_of_row, double weight_of_all,
                      Spreads& spreads) {
  const DistributedRows& rows = *data.distributed;
  Communicator& ranks = rows.ranks();
  std::vector<double> row_weight;
  if (!weight_of_row.empty()) row_weight = in_stored_order(data.all_order().get(), weight_of_row);
  ranks.together([&] {
    broadcast(ranks, Message().add(Command::scale).add(scale).add(weight_of_all).take());
    for (int other = 1; other < ranks.size(); ++other)
      ranks.send(other, Tag::rows, Message().add_all(rows.slice(row_weight, other)).take());
    const auto mine = rows.slice(row_weight, 0);
    look_together(rows, scale, {mine.begin(), mine.end()}, weight_of_all, spreads);
  });
}

}  // namespace

void serve_feature_scale(const DistributedRows& rows, MessageReader& from) {
  const auto scale = from.take<Scale>();
  const auto weight_of_all = from.take<double>();
  const std::string weights = rows.ranks().receive(0, Tag::rows);
  Spreads unused(0);
  look_together(rows, scale, MessageReader(weights).take_all<double>(), weight_of_all, unused);
}

std::vector<double> feature_scale(const Dataset& data, Scale scale, const std::vector<double>& row_weight) {
  if (scale == Scale::none) return {};
  Spreads spreads(data.features);
  const double weight_of_all = total(row_weight, data.rows);
  if (data.distributed) {
    look_distributed(data, scale, row_weight, weight_of_all, spreads);
  } else {
    look(data, row_weight, spreads);
    if (scale == Scale::standard) look_again(data, row_weight, weight_of_all, spreads);
  }

  std::vector<double> factors;
  factors.reserve(spreads.of.size());
  for (Spread& of : spreads.of) {
    const bool has_zeros = of.nonzeros != spreads.rows;
    if (has_zeros) {
      of.least = std::min(of.least, 0.0);
      of.greatest = std::max(of.greatest, 0.0);
    }
    const double mean = of.sum / weight_of_all;
    const double weight_of_zeros = has_zeros ? weight_of_all - of.nonzero_weight : 0;
    const double variance = (of.squares + weight_of_zeros * mean * mean) / weight_of_all;
    const double spread = scale == Scale::minmax ? of.greatest - of.least : std::sqrt(variance);
    // Constant to the last bit: then the deviation is nothing but rounding.
    factors.push_back(of.greatest > of.least && spread > 0 ? spread : 1);
  }
  return factors;
}

}  // namespace smsvm
