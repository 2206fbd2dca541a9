#include "rows/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rows/chunk_cutter.hpp"

namespace smsvm {
namespace {

constexpr double double_unit = std::numeric_limits<double>::epsilon() / 2;
constexpr double float_unit = std::numeric_limits<float>::epsilon() / 2;
constexpr double smallest_float = std::numeric_limits<float>::denorm_min();

// A sum and the difference of two that stands for frozen rows; the ratio that makes a dual fit for a free intercept;
// the numbers of the source as doubles; a few more operations.
constexpr double nested_sums = 3, few_operations = 8;

/// How many additions, one after the other, a value of a column may go through until it is in the sum over all rows;
/// to add a zero changes nothing.
/// Those of a tile: with the rows of a batch, the batches of a block, the blocks of a chunk, and up the tree of chunks.
/// Those of lists: one after the other within a chunk, whose work is limited.
double additions(const ColumnFacts& columns, std::size_t j) {
  constexpr double in_a_block = 1024;
  const auto most_in_lists = static_cast<double>(ChunkCutter::most_rows_of_a_chunk(columns.size()));
  const double by_layout = in_a_block + static_cast<double>(columns.blocks) +
                           std::min(static_cast<double>(columns.listed[j]), most_in_lists);
  return std::min(by_layout, static_cast<double>(columns.nonzeros[j]));
}

/// By how much a number of the source may differ from what is stored for it, where no stored one is larger than this.
double error_of_storing(double largest, Precision precision, bool rounded) {
  constexpr double exactly = 1 + few_operations * double_unit;
  if (rounded) return float_unit * exactly * (1 + 2 * float_unit) * largest + smallest_float;
  // A float that is not marked as rounded may be seven last places of a double away. A double is the nearest one: half
  // a unit away, of which the verifier knows no more than that it is relative to a value up to twice as large.
  constexpr double of_float = 16 * double_unit;
  if (precision == Precision::float32) return of_float * exactly * largest;
  return 2.25 * double_unit * exactly * std::scalbn(1.0, std::ilogb(largest));
}

/// At least the mean of c |x_j|. `most`: what a row's weight is at most, in terms of their mean.
double mean_of(const ColumnFacts& columns, std::size_t j, double largest, double most) {
  return std::min(largest, columns.mean[j] * most * (1 + 1e-6));
}

struct WeightRange {
  double least = 1, largest = 1;  ///< of the rows that have any
};

WeightRange range_of(const std::vector<double>& weights) {
  if (weights.empty()) return {};
  WeightRange range{std::numeric_limits<double>::infinity(), 0};
  for (const double weight : weights) {
    range.largest = std::max(range.largest, weight);
    if (weight > 0) range.least = std::min(range.least, weight);
  }
  return range;
}

}  // namespace

Rounding::Rounding(const Dataset& data, const ColumnFacts& columns, const Target& target, bool has_intercept,
                   const ColumnShift& shift) {
  const std::size_t features = columns.nonzeros.size(), size = features + (has_intercept ? 1 : 0);
  const auto rows = static_cast<double>(data.rows);
  const WeightRange weights = range_of(target.weight);
  const double total = target.total_weight(data.rows), share = weights.largest / total;
  least_share_ = weights.least / total;
  // Numbers of rows are added up by batches of 16 rows or more, and as few as are left at the ends of the parts that
  // blocks are cut into; weights one by one.
  const double in_batches = rows / 16 + static_cast<double>(columns.blocks) + 320;
  duals_ = 2 * ((target.weight.empty() ? std::min(rows, in_batches) : rows) + few_operations) * double_unit;
  // A float that counts as the number in the source may be some units of a double away from it (data/short_number.hpp).
  const double of_floats = data.precision() == Precision::float32 ? 16 : 0;
  slack_ = (static_cast<double>(size) + few_operations + of_floats) * double_unit;
  absolute_ = 4 * (rows + few_operations) * std::numeric_limits<double>::denorm_min() / total;

  const auto length = static_cast<Eigen::Index>(size);
  largest_ = mean_ = Eigen::ArrayXd::Ones(length);
  storing_ = shifting_ = Eigen::ArrayXd::Zero(length);
  of_mean_ = of_largest_ = Eigen::ArrayXd::Constant(length, 2 * duals_);
  for (std::size_t j = 0; j < features; ++j) {
    const auto at = static_cast<Eigen::Index>(j);
    const bool rounded = !data.rounded.empty() && data.rounded[j] != 0;
    // What is stored may be a little smaller than the number it stands for, which may have become nothing at all.
    const double storing = rounded ? float_unit * (1 + few_operations * double_unit) : 0,
                 lost = rounded ? smallest_float : 0;
    largest_[at] = columns.largest(j) * (1 + 2 * storing + few_operations * double_unit) + lost;
    mean_[at] = mean_of(columns, j, largest_[at], rows * share) + lost;
    storing_[at] = storing * mean_[at] + lost;
    const double relative = 2 * duals_ + storing + nested_sums * (additions(columns, j) + few_operations) * double_unit;
    of_mean_[at] = relative * mean_[at] + lost;
    of_largest_[at] = relative * largest_[at] + lost;
  }
  if (!shift.empty()) take(shift, data, columns, share);
}

// A value of the source, less the shift, differs from what is stored by what storing did to the whole value: an error
// that no longer is relative to what is left of it. The shift itself is exact.
void Rounding::take(const ColumnShift& shift, const Dataset& data, const ColumnFacts& columns, double share) {
  // The intercept for the rows of the source, b − Σ w_j s_j, is rounded once, by no more than this share of what is in
  // it; the second part is for the rounding of what is added up to round only once.
  const auto count = static_cast<double>(shift.column.size());
  const double of_intercept = double_unit * (1 + (few_operations + 8 * count * count) * double_unit);
  shifting_[shifting_.size() - 1] = of_intercept;
  for (std::size_t k = 0; k < shift.column.size(); ++k) {
    const Eigen::Index at = shift.column[k];
    const auto j = static_cast<std::size_t>(at);
    const bool rounded = !data.rounded.empty() && data.rounded[j] != 0;
    const double error = error_of_storing(shift.largest[k], data.precision(), rounded);
    const double largest = columns.largest(j) * (1 + few_operations * double_unit);
    largest_[at] = largest + error;
    mean_[at] = mean_of(columns, j, largest, static_cast<double>(data.rows) * share) + error;
    storing_[at] = rounded ? error : 0;
    shifting_[at] = (rounded ? 0 : error) + of_intercept * std::abs(shift.by[k]);
    const double relative = 2 * duals_ + nested_sums * (additions(columns, j) + few_operations) * double_unit;
    of_mean_[at] = relative * mean_[at] + error;
    of_largest_[at] = relative * largest_[at] + error;
  }
}

double Rounding::of_storing(std::span<const double> point) const {
  const Eigen::Map<const Eigen::ArrayXd> reach(point.data(), static_cast<Eigen::Index>(point.size()));
  return (reach.abs() * storing_).sum();
}

double Rounding::of_primal(double primal, const Evaluation& evaluation) const {
  const Eigen::Map<const Eigen::ArrayXd> given(evaluation.reach.data(),
                                               static_cast<Eigen::Index>(evaluation.reach.size()));
  const Eigen::ArrayXd reach = given.abs();
  const double shifting = (1 + slack_) * (reach * shifting_).sum();  // at most, of any slack
  const double worst_slack = slack_ * (evaluation.parts + (reach * largest_).sum()) + shifting;
  // Rows whose slack is surely negative add nothing, and nothing wrong. The others have a_ε of more than a seventh.
  constexpr double seventh = 7;
  const bool told = evaluation.epsilon > worst_slack;
  double share = told ? std::min(1.0, seventh * evaluation.mean_dual) : 1.0;
  if (share < least_share_) share = 0;  // not even one row
  const double of_slacks = slack_ * (evaluation.parts * share + (reach * mean_.min(share * largest_)).sum());
  return (duals_ + slack_) * primal + of_slacks + share * shifting + of_storing(evaluation.reach);
}

}  // namespace smsvm
