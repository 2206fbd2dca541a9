#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "data/random_stream.hpp"
#include "rows/held_rows.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// The iterates of stochastic subgradient descent on (λ/2)‖w‖² + (1/N) Σ c_i max(0, u_i), with steps 1/(λ t + R): t
/// rows were seen before, and R is the mean of ‖x‖², so that the first steps are about as long as one row allows. A
/// step over k rows is
///
///     w ← (1 − k η λ) w + η Σ_{u_i > 0} (n c_i/N) y_i x_i,    η = 1/(λ (t + k) + R).
///
/// Multiplied by 1/η the first term is what it was before: z = (λ t + R) w only ever grows, by the rows that violate
/// their margin. So a step costs the nonzeros of its rows, and w is known as a sum over the rows: since an epoch visits
/// every row once, any stretch of whole epochs from t = s to t has
///
///     z_t − z_s = (t − s) v(a),    a_i = the share of these epochs in which row i violated its margin,
///
/// with v of docs/method.md, eq. 6. The descent carries its own dual point.
///
/// A free intercept is moved like any other coordinate but does not shrink: b ← b + η Σ (n c_i/N) y_i. These steps add
/// up without limit, their squares do not, and where b converges the mean of the moves divided by η, which is v_b of
/// those a, tends to 0 (Kronecker's lemma): the dual point becomes feasible by itself.
class SgdEpochs {
 public:
  /// Reads every row once, for R. `l2`: λ of every coordinate but a free intercept.
  SgdEpochs(HeldRows held, const Objective& objective, double l2, std::int64_t batch, std::uint64_t seed);

  /// n: rows that weigh nothing are never visited.
  std::int64_t size() const { return static_cast<std::int64_t>(order_.size()); }

  /// Visits every row once, in a new random order. False if it was cancelled half-way; then nothing below holds.
  bool run(const std::function<bool()>& keep_going);

  /// Begins a stretch of epochs.
  void begin_stretch();
  /// The mean of the iterates of the stretch, each weighted by its λ t + R: the last one alone is as noisy as its last
  /// steps.
  std::vector<double> mean() const;
  std::vector<double> last() const;
  /// a_i of the stretch.
  std::vector<double> dual() const;

  double scale() const { return l2_ * seen_ + square_; }  ///< λ t + R, so that z = scale() · last()

 private:
  /// What is kept of each row, together: a row visited at random costs a cache line for each thing known of it.
  struct Row {
    double factor = 0;            ///< n c_i y_i / N
    std::int64_t violations = 0;  ///< in the stretch
  };
  template <class Value>
  bool visit_all(const std::function<bool()>& keep_going);
  void shuffle();

  HeldRows held_;
  std::size_t batch_;
  double l2_;
  double square_ = 0;  ///< R
  bool has_intercept_, free_;
  RandomStream random_;
  std::vector<std::int64_t> order_;
  std::vector<Row> rows_;

  double seen_ = 0;        ///< t
  std::vector<double> z_;  ///< features, then a penalised intercept (unused for a free one)
  double intercept_ = 0;   ///< a free one

  // Of the stretch. With z_s = Σ_{r ≤ s} δ_r, the mean needs Σ_s z_s = T z_T − Σ_r t_r δ_r: one more sum over
  // violations.
  double stretch_rows_ = 0;
  double stretch_epochs_ = 0;
  double stretch_scale_ = 0;      ///< Σ (λ t + R)
  double stretch_intercept_ = 0;  ///< Σ (λ t + R) b
  std::vector<double> stretch_moment_;
};

}  // namespace smsvm
