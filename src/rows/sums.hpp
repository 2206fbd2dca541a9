#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "distributed/message.hpp"

namespace smsvm {

/// The two dual points that every sweep yields (docs/method.md, sections 3 and 4).
enum DualKind { smooth_dual = 0, carried_dual = 1 };
/// Sums are kept per class, so that a dual can be repaired for a free intercept without another sweep.
enum RowClass { negative_rows = 0, positive_rows = 1 };

/// Sums over the rows and nothing else: no mean, no penalty. Row blocks, threads and ranks simply add.
struct Sums {
  double hinge = 0;                             ///< Σ c max(0, u)
  double smoothed_before = 0;                   ///< Σ c ψ at the ε of the accepted state
  double smoothed = 0;                          ///< Σ c ψ at the ε asked for
  double smoothing_gap = 0;                     ///< Σ c |u| q_ε
  double curvature = 0;                         ///< Σ c h
  double hessian_rows = 0;                      ///< how many were added into `hessian`
  std::array<std::array<double, 2>, 2> dual{};  ///< [class][kind]: Σ c a
  std::array<std::vector<double>, 2> moment;    ///< [class], feature-major pairs of kinds: Σ c a x_j
  std::vector<double> hessian;                  ///< lower triangle, row-major square: Σ c h x x'
  std::vector<double> numbers;                  ///< of requests that ask for other sums than these

  /// Where each sum that is a number by itself stands, in the order in which messages have them.
  template <class Self>
  static auto scalars(Self& self) {
    auto& [negative, positive] = self.dual;
    return std::array{&self.hinge,        &self.smoothed_before, &self.smoothed, &self.smoothing_gap, &self.curvature,
                      &self.hessian_rows, &negative[0],          &negative[1],   &positive[0],        &positive[1]};
  }

  void reset(std::int64_t features, std::size_t hessian_size);
  void reset_numbers(std::size_t count);
  void add(const Sums& other);
};

void write(Message& to, const Sums& sums);  ///< of `hessian` the lower triangle
void read(MessageReader& from, Sums& sums);

}  // namespace smsvm
