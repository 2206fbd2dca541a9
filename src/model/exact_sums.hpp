#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/exact_rows.hpp"
#include "model/class_judge.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/proof.hpp"

namespace smsvm {

/// Of each column the largest power of the rows' base of which all its values are multiples. Found once, used for every
/// class.
struct ColumnUnits {
  unsigned base = 2;
  std::vector<std::int64_t> exponent;

  ColumnUnits(const ExactRows& rows, std::size_t columns);
  mpq_class unit(std::size_t column) const;
};

/// Sums over the rows of one class, those with Σ c a as multiples of a unit that they share.
struct ExactClassSums {
  mpz_class dual;                       ///< Σ c a / dual_unit
  std::vector<mpz_class> dual_feature;  ///< Σ c a x_j / (dual_unit · unit of the column)
};

/// Sums over all rows, without any rounding.
struct ExactSums {
  mpq_class weight;     ///< N = Σ c
  mpq_class loss;       ///< Σ c max(0, u)
  mpq_class dual_unit;  ///< a power of two
  ExactClassSums positive, negative;
};

/// One visit to the rows, in integers. All numbers of the proof and of the point must be finite.
ExactSums sum_exactly(const ExactRows& rows, const ColumnUnits& units, const Dataset& data, const Proof& proof,
                      const ClassProof& claim, const ModelPoint& point);

}  // namespace smsvm
