// Compiled for each instruction set; see kernels/each_instruction_set.inl. The loops over rows are left to the
// compiler, which makes vector code of them; products are not fused with sums, so every set gives the same bits.

namespace {

using Column = LossBatch::Column;

/// Rows of a batch, rounded up to whole vectors.
SMSVM_ALWAYS_INLINE std::size_t padded(BlockRows rows) {
  return (rows.size() + lane_count - 1) / lane_count * lane_count;
}

template <class Number>
SMSVM_ALWAYS_INLINE void gather(const Number* from, BlockRows rows, Column& to, double beyond) {
  const std::size_t count = rows.size();
  if (are_consecutive(rows)) {
    const Number* const first = from + rows.front();
    for (std::size_t k = 0; k < count; ++k) to[k] = static_cast<double>(first[k]);
  } else {
    for (std::size_t k = 0; k < count; ++k) to[k] = static_cast<double>(from[rows[k]]);
  }
  for (std::size_t k = count; k < padded(rows); ++k) to[k] = beyond;
}

template <class Number>
SMSVM_ALWAYS_INLINE void scatter(const Column& from, BlockRows rows, Number* to) {
  const std::size_t count = rows.size();
  if (are_consecutive(rows)) {
    Number* const first = to + rows.front();
    for (std::size_t k = 0; k < count; ++k) first[k] = static_cast<Number>(from[k]);
  } else {
    for (std::size_t k = 0; k < count; ++k) to[rows[k]] = static_cast<Number>(from[k]);
  }
}

SMSVM_ALWAYS_INLINE void gather_weights(const BlockProblem& problem, BlockRows rows, Column& weight) {
  if (problem.weight != nullptr) {
    gather(problem.weight, rows, weight, 0);
    return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k) weight[k] = 1;
  for (std::size_t k = rows.size(); k < padded(rows); ++k) weight[k] = 0;
}

double total(const Column& column, std::size_t size) {
  Lanes sums = zero();
  for (std::size_t k = 0; k < size; k += lane_count) sums = sums + load(column.data() + k);
  return sum(sums);
}

/// Per class: the other class's rows count as zeros, so that both are added up alike.
void add_by_class(const Column& column, const Column& sign, std::size_t size, DualKind kind, Sums& sums) {
  const Lanes half = broadcast(0.5);
  Lanes of_class[2] = {zero(), zero()};
  for (std::size_t k = 0; k < size; k += lane_count) {
    const Lanes number = load(column.data() + k), half_sign = half * load(sign.data() + k);
    of_class[negative_rows] = of_class[negative_rows] + number * (half - half_sign);
    of_class[positive_rows] = of_class[positive_rows] + number * (half + half_sign);
  }
  for (const RowClass of : {negative_rows, positive_rows}) sums.dual[of][kind] += sum(of_class[of]);
}

/// 1 − y (x · w + b)
SMSVM_ALWAYS_INLINE void compute_slacks(BlockRows rows, double intercept, LossBatch& batch) {
  for (std::size_t k = rows.size(); k < padded(rows); ++k) batch.score[k] = 0;
  for (std::size_t k = 0; k < padded(rows); ++k) batch.slack[k] = 1 - batch.sign[k] * (batch.score[k] + intercept);
}

/// Fetches what the state says of as many rows after these: the next batch, as a rule. Little at a time from many
/// places, which the machine does not foresee by itself.
SMSVM_ALWAYS_INLINE void fetch_next(const BlockProblem& problem, BlockRows rows) {
  constexpr std::size_t line = 64;
  const std::size_t next = (rows.back() + 1) * sizeof(double), end = next + rows.size() * sizeof(double);
  for (std::size_t at = next; at < end; at += line) {
    fetch_to_read(address_of(problem.slack) + at);
    fetch_to_read(address_of(problem.distance) + at);
    fetch_to_write(address_of(problem.trial_slack) + at);
    fetch_to_write(address_of(problem.trial_distance) + at);
  }
}

void carry_dual(const BlockProblem& problem, BlockRows rows, LossBatch& batch, Sums& sums) {
  const std::size_t size = padded(rows);
  gather(problem.slack, rows, batch.old_slack, 0);
  gather(problem.distance, rows, batch.old_distance, 0);
  const double epsilon = problem.epsilon;
  for (std::size_t k = 0; k < size; ++k) {
    const SmoothedHinge before(batch.old_slack[k], epsilon);
    batch.distance[k] = before.carried(batch.old_distance[k], batch.slack[k]);
  }
  for (std::size_t k = 0; k < size; ++k)
    batch.smoothed_before[k] = batch.weight[k] * SmoothedHinge(batch.slack[k], epsilon).value();
  sums.smoothed_before += total(batch.smoothed_before, size);
}

void evaluate(const BlockProblem& problem, BlockRows rows, double intercept, SweepDual start, LossBatch& batch,
              Sums& sums) {
  const std::size_t size = padded(rows);
  const double epsilon = problem.trial_epsilon;
  fetch_next(problem, rows);
  gather(problem.sign, rows, batch.sign, 1);
  gather_weights(problem, rows, batch.weight);
  compute_slacks(rows, intercept, batch);

  if (start.carry) carry_dual(problem, rows, batch, sums);
  if (start.dual != nullptr) {
    gather(start.dual, rows, batch.distance, 0);
    for (std::size_t k = 0; k < size; ++k) batch.distance[k] = SmoothedHinge::dual(batch.slack[k], batch.distance[k]);
  } else if (!start.carry) {
    for (std::size_t k = 0; k < size; ++k) batch.distance[k] = SmoothedHinge(batch.slack[k], epsilon).q_smooth;
  }

  for (std::size_t k = 0; k < size; ++k) {
    const double c = batch.weight[k], u = batch.slack[k], q = batch.distance[k];
    const SmoothedHinge now(u, epsilon);
    batch.smooth[k] = c * SmoothedHinge::dual(u, now.q_smooth);
    batch.carried[k] = c * SmoothedHinge::dual(u, q);
    batch.curvature[k] = c * now.curvature(q);
    batch.hinge[k] = c * SmoothedHinge::hinge(u);
    batch.smoothed[k] = c * now.value();
    batch.gap[k] = c * now.gap();
  }
  scatter(batch.slack, rows, problem.trial_slack);
  scatter(batch.distance, rows, problem.trial_distance);

  sums.hinge += total(batch.hinge, size);
  sums.smoothed += total(batch.smoothed, size);
  sums.smoothing_gap += total(batch.gap, size);
  sums.curvature += total(batch.curvature, size);
  add_by_class(batch.smooth, batch.sign, size, smooth_dual, sums);
  add_by_class(batch.carried, batch.sign, size, carried_dual, sums);
}

void along(const BlockProblem& problem, BlockRows rows, double epsilon, std::span<const double> steps, LossBatch& batch,
           double* losses) {
  const std::size_t size = padded(rows);
  gather_weights(problem, rows, batch.weight);
  gather(problem.slack, rows, batch.old_slack, 0);
  gather(problem.trial_slack, rows, batch.slack, 0);
  for (std::size_t k = 0; k < size; ++k) batch.slack[k] -= batch.old_slack[k];  // now the change
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const double step = steps[s];
    if (epsilon > 0) {
      for (std::size_t k = 0; k < size; ++k)
        batch.smoothed[k] =
            batch.weight[k] * SmoothedHinge(batch.old_slack[k] + step * batch.slack[k], epsilon).value();
    } else {
      for (std::size_t k = 0; k < size; ++k)
        batch.smoothed[k] = batch.weight[k] * SmoothedHinge::hinge(batch.old_slack[k] + step * batch.slack[k]);
    }
    losses[s] += total(batch.smoothed, size);
  }
}

void mix(const BlockProblem& problem, BlockRows rows, const DualMixture& mixture, LossBatch& batch) {
  const std::size_t size = padded(rows);
  gather(problem.sign, rows, batch.sign, 1);
  gather(problem.trial_slack, rows, batch.slack, 0);
  gather(problem.trial_distance, rows, batch.distance, 0);
  gather(problem.running_dual, rows, batch.smooth, 0);
  const double epsilon = problem.trial_epsilon, old = mixture.old;
  const std::array<double, 2> share_smooth = mixture.smooth, share_carried = mixture.carried;
  for (std::size_t k = 0; k < size; ++k) {
    const bool positive = batch.sign[k] > 0;
    const double u = batch.slack[k];
    const double smooth = SmoothedHinge::dual(u, SmoothedHinge(u, epsilon).q_smooth);
    const double carried = SmoothedHinge::dual(u, batch.distance[k]);
    const double of_smooth = positive ? share_smooth[positive_rows] : share_smooth[negative_rows];
    const double of_carried = positive ? share_carried[positive_rows] : share_carried[negative_rows];
    // What has no share has no say, whatever an overflow has made of it.
    const double from_smooth = of_smooth == 0 ? 0.0 : of_smooth * smooth;
    const double from_carried = of_carried == 0 ? 0.0 : of_carried * carried;
    batch.smooth[k] = SmoothedHinge::clip(old * batch.smooth[k] + from_smooth + from_carried);
  }
  scatter(batch.smooth, rows, problem.running_dual);
}

}  // namespace

const LossKernels& loss_kernel_table() {
  static constexpr LossKernels table{evaluate, along, mix};
  return table;
}
