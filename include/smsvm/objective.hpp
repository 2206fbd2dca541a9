#pragma once

#include <cstdint>
#include <vector>

#include "smsvm/export.hpp"

namespace smsvm {

/// How the constant term is treated (docs/method.md, section 1).
enum class Intercept {
  free,       ///< not penalised
  penalized,  ///< a constant feature 1, penalised like any other
  none,
};

/// λ and μ of docs/method.md, eq. 1, and what they apply to.
struct SMSVM_API Penalty {
  double l2 = 0;
  double l1 = 0;
  Intercept intercept = Intercept::free;
  std::vector<double> factor;  ///< per stored feature, >= 0; empty: all 1
  /// What each stored feature is divided by before λ and μ apply, > 0; empty: all 1. With s_j here the penalty is that
  /// of s_j w_j: the weights stay on the scale of the data, and the data as they are (docs/method.md, section 1).
  std::vector<double> scale;

  /// From LIBLINEAR's C and the share of ℓ1 (method.md, table of section 1); N is the total row weight.
  static Penalty from_c(double c, double l1_ratio, double total_weight, Intercept intercept);
  double c(double total_weight) const;      ///< infinite if both are zero
  double l1_ratio() const;                  ///< 0 if both are zero
  void check(std::int64_t features) const;  ///< throws OptionError
};

/// Eq. 1 per coordinate: the features, then the intercept where there is one. No `if (intercept)` beyond this point.
struct SMSVM_API Objective {
  std::vector<double> l2;   ///< λ_j
  std::vector<double> l1;   ///< μ_j
  double total_weight = 1;  ///< N
  bool has_intercept = false;

  Objective(const Penalty& penalty, std::int64_t features, double total_weight);
  std::size_t dimension() const { return l2.size(); }
  std::size_t features() const { return l2.size() - (has_intercept ? 1 : 0); }
  bool has_l1() const;                                     ///< some μ_j > 0
  double penalty(const std::vector<double>& point) const;  ///< Σ λ_j w_j²/2 + μ_j |w_j|
};

}  // namespace smsvm
