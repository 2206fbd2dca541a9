#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cpu/row_state.hpp"
#include "kernels/row_kernels.hpp"
#include "rows/request.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// A few rows as arrays, so that each kernel is a plain loop over numbers that are in the nearest cache. What the
/// kernels yield stands in the columns named; what is beyond the last row weighs nothing.
struct LossBatch {
  static constexpr std::size_t most_rows = 256;
  struct alignas(64) Column : std::array<double, most_rows> {};

  Column score;                                  ///< in: x · w
  Column smooth, carried, curvature;             ///< out: c a_ε, c a, c h
  Column sign, weight, slack, distance;          // of this sweep
  Column old_slack, old_distance;                // of the accepted state
  Column hinge, smoothed_before, smoothed, gap;  // terms of sums
};

/// The rows of a block in one problem: pointers to what belongs to the block's first row.
struct BlockProblem {
  const std::int8_t* sign;
  const double* weight;  ///< null: all 1
  double *slack, *distance, *trial_slack, *trial_distance, *running_dual;
  double epsilon, trial_epsilon;

  BlockProblem(const Target& target, RowState& state, std::int64_t first_row)
      : sign(target.sign.data() + first_row),
        weight(target.weight.empty() ? nullptr : target.weight.data() + first_row),
        slack(state.slack.data() + first_row),
        distance(state.distance.data() + first_row),
        trial_slack(state.trial_slack.data() + first_row),
        trial_distance(state.trial_distance.data() + first_row),
        running_dual(state.running_dual.data() + first_row),
        epsilon(state.epsilon),
        trial_epsilon(state.trial_epsilon) {}
};

/// Where the dual of a sweep begins.
struct SweepDual {
  bool carry = false;            ///< from the accepted state (eq. 11)
  const double* dual = nullptr;  ///< but from these, per row of the block, if not null; neither: from a_ε
};

/// What a sweep does with each row besides reading it. Rows: at most LossBatch::most_rows of a block, increasing. Only
/// scalars are added up, in an order that depends on the rows alone, with the same bits for every instruction set.
struct LossKernels {
  /// From batch.score: the trial state, the columns of the batch, and the scalars of `sums`.
  void (*evaluate)(const BlockProblem& problem, BlockRows rows, double intercept, SweepDual start, LossBatch& batch,
                   Sums& sums);
  /// losses[s] += Σ c ψ_ε (ε = 0: the hinge) of u + steps[s] (u_trial − u)
  void (*along)(const BlockProblem& problem, BlockRows rows, double epsilon, std::span<const double> steps,
                LossBatch& batch, double* losses);
  void (*mix)(const BlockProblem& problem, BlockRows rows, const DualMixture& mixture, LossBatch& batch);
};

const LossKernels& loss_kernels();  ///< for the instruction set in use

}  // namespace smsvm
