#include <algorithm>
#include <cmath>
#include <variant>

#include "data/row_access.hpp"
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
        for (std::size_t k = 0; k < matrix.blocks.size(); ++k) {
          const auto& block = matrix.blocks[k];
          for (std::int64_t i = 0; i < block.rows; ++i) {
            const auto row = static_cast<std::size_t>(matrix.first_row[k] + i);
            const double weight = row_weight.empty() ? 1 : row_weight[row];
            if (!(weight > 0)) continue;
            ++rows;
            for_each_stored(RowView{&block, i}, [&](std::size_t column, double value) {
              if (value != 0) visit(column, weight, value);
            });
          }
        }
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

}  // namespace

std::vector<double> feature_scale(const Dataset& data, Scale scale, const std::vector<double>& row_weight) {
  if (scale == Scale::none) return {};
  std::vector<Spread> features(static_cast<std::size_t>(data.features));
  const std::int64_t rows = for_each_nonzero(
      data, row_weight, [&](std::size_t j, double weight, double value) { features[j].add(weight, value); });
  for (Spread& of : features) {
    if (of.nonzeros == rows) continue;
    of.least = std::min(of.least, 0.0);
    of.greatest = std::max(of.greatest, 0.0);
  }
  const double weight_of_all = total(row_weight, rows);
  const auto mean = [&](const Spread& of) { return of.sum / weight_of_all; };
  if (scale == Scale::standard) {  // a second look, so that a large mean does not swallow the deviations
    for_each_nonzero(data, row_weight, [&](std::size_t j, double weight, double value) {
      const double deviation = value - mean(features[j]);
      features[j].squares += weight * deviation * deviation;
    });
  }

  std::vector<double> factors;
  factors.reserve(features.size());
  for (const Spread& of : features) {
    const double weight_of_zeros = of.nonzeros == rows ? 0 : weight_of_all - of.nonzero_weight;
    const double variance = (of.squares + weight_of_zeros * mean(of) * mean(of)) / weight_of_all;
    const double spread = scale == Scale::minmax ? of.greatest - of.least : std::sqrt(variance);
    // Constant to the last bit: then the deviation is nothing but rounding.
    factors.push_back(of.greatest > of.least && spread > 0 ? spread : 1);
  }
  return factors;
}

}  // namespace smsvm
