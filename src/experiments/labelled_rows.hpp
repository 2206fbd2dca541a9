#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::experiments {

/// Rows and which class each belongs to.
struct LabelledRows {
  Dataset data;
  Target target;

  std::int64_t size() const { return data.rows; }
};

/// The class "+1", or the first seen where there is none, against the other. Throws where there are not two.
LabelledRows labelled(Dataset data);

LabelledRows take_rows(const LabelledRows& from, std::span<const std::int64_t> rows);

/// The rows of each class dealt out at random to `parts` sets of nearly equal size and equal composition. The same for
/// the same seed, on every machine.
std::vector<std::vector<std::int64_t>> stratified_parts(const LabelledRows& rows, int parts, std::uint64_t seed);

/// The rows of all parts but one, in order.
std::vector<std::int64_t> all_but(const std::vector<std::vector<std::int64_t>>& parts, std::size_t left_out);

struct Split {
  LabelledRows train, test;
};
/// A fifth for testing, the rest for training.
Split split(const LabelledRows& rows, std::uint64_t seed);

/// At most `most` rows, in the proportions of the classes; everything if there are no more.
LabelledRows sample(const LabelledRows& rows, std::int64_t most, std::uint64_t seed);

/// Share of the rows on the right side; a score of zero counts for the negative class.
double accuracy(const LabelledRows& rows, std::span<const double> weights, double intercept);

}  // namespace smsvm::experiments
