#include "solver/ascent/interior_point.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "solver/ascent/normal_matrix.hpp"
#include "solver/ascent/two_way_rows.hpp"
#include "solver/proof/certificate.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

using Eigen::ArrayXd;

/// All that Newton's steps move, and the steps themselves. The dual α is that of a row times its share of the weight.
/// Complementary pairs, each of which has a product of about κ: α and t, s − α and ξ, p and μ − g, q and μ + g.
struct Inside {
  ArrayXd alpha, t, xi;  ///< per row; ξ − t = 1 − y (x'w + b) at the end
  ArrayXd w, g, p, q;    ///< per coordinate; w = p − q, and g = v − λ w at the end, within ±μ

  void move(const Inside& step, double primal, double dual) {
    t += primal * step.t, xi += primal * step.xi;
    w += primal * step.w, p += primal * step.p, q += primal * step.q;
    alpha += dual * step.alpha, g += dual * step.g;
  }
};

/// The products that complementary pairs are to have.
struct Targets {
  ArrayXd alpha_t, rest_xi, p, q;
};

/// How far to go until x + s dx is zero in some place, at most 1.
template <class X, class Dx>
double step_to_zero(const X& x, const Dx& dx) {
  const double steepest = (-dx / x).maxCoeff();
  return steepest > 1 ? 1 / steepest : 1.0;
}

template <class Value>
class InteriorPoint {
 public:
  InteriorPoint(const HeldRows& held, const Objective& objective, const Rounding& rounding, ThreadPool& pool,
                const std::function<bool()>& keep_going)
      : objective_(objective),
        certificate_(objective, objective.total_weight, rounding),
        pool_(pool),
        keep_going_(keep_going),
        data_(held, objective.has_intercept ? TwoWayRows<Value>::Constant::last_column
                                            : TwoWayRows<Value>::Constant::left_out),
        over_rows_(data_.rows().count() <= data_.columns().count()),
        matrix_(over_rows_ ? data_.rows() : data_.columns(), over_rows_ ? data_.columns() : data_.rows(), pool,
                {&pool, keep_going}),
        l2_(Eigen::Map<const ArrayXd>(objective.l2.data(), std::ssize(objective.l2))),
        l1_(Eigen::Map<const ArrayXd>(objective.l1.data(), std::ssize(objective.l1))),
        free_intercept_(objective.has_intercept && objective.l2.back() == 0 && objective.l1.back() == 0),
        boxed_(objective.has_intercept && objective.l1.back() == 0 ? l1_.size() - 1 : l1_.size()) {
    sign_.resize(held.rows), share_.resize(held.rows);
    for (std::int64_t i = 0; i < held.rows; ++i) {
      const auto k = static_cast<std::size_t>(i);
      sign_[i] = held.target.sign[k];
      share_[i] = held.target.weight_of(k) / objective.total_weight;
    }
  }

  DualStart run(const InteriorLimits& limits) {
    if (!begin()) return {};
    double last_gap = std::numeric_limits<double>::infinity();
    constexpr int most_without_progress = 15, most_after_the_goal = 3;
    int after_the_goal = 0;
    for (int since = 0; since < most_without_progress && (!keep_going_ || keep_going_()); ++since) {
      look();
      if (!std::isfinite(primal_)) break;
      const double gap = primal_ - dual_;
      constexpr double margin = 0.9, less = 0.9;  // the claim is made by a sweep of its own
      if (gap <= margin * limits.tolerance * primal_ &&
          (drop_small_weights(limits) || ++after_the_goal == most_after_the_goal))
        break;
      if (gap <= less * last_gap) last_gap = gap, since = 0;
      start_.out_of_passes = products_ + per_step > limits.max_passes;
      if (start_.out_of_passes || !step(limits.tolerance)) break;
    }
    if (start_.point.empty()) return {.point = {}, .dual = {}, .passes = products_};
    start_.relative_gap = primal_ > 0 ? (primal_ - dual_) / primal_ : 0;
    start_.epsilon = smoothing();
    start_.passes = products_;
    return std::move(start_);
  }

 private:
  static constexpr double per_step = 9;  ///< products, at most, with a look and the sweep that makes the claim

  ArrayXd times(const ArrayXd& w) {
    ++products_;
    ArrayXd sums(data_.rows().count());
    in_parts(sums.size(), [&](std::int64_t i) { sums[i] = data_.rows().dot(i, w.data()); });
    return sums;
  }
  ArrayXd times_transposed(const ArrayXd& a) {
    ++products_;
    ArrayXd sums(data_.columns().count());
    in_parts(sums.size(), [&](std::int64_t j) { sums[j] = data_.columns().dot(j, a.data()); });
    return sums;
  }
  template <class Of>
  void in_parts(std::int64_t lines, const Of& of) {
    constexpr std::int64_t together = 256;
    pool_.for_each((lines + together - 1) / together, [&](std::int64_t part) {
      const std::int64_t end = std::min(lines, (part + 1) * together);
      for (std::int64_t line = part * together; line < end; ++line) of(line);
    });
  }

  /// A dual point inside its box, everything else in balance with it. False if there is none: one class alone with a
  /// free intercept, or rows without weight.
  bool begin() {
    const double positive = (sign_ > 0).select(share_, 0).sum(), negative = (sign_ < 0).select(share_, 0).sum();
    if (!(share_ > 0).all() || (free_intercept_ && !(positive > 0 && negative > 0))) return false;
    constexpr double half = 0.5;
    const double lighter = std::min(positive, negative);
    at_.alpha = half * share_;
    if (free_intercept_)
      at_.alpha *= (sign_ > 0).select(lighter / positive, ArrayXd::Constant(sign_.size(), lighter / negative));
    v_ = times_transposed(sign_ * at_.alpha);
    // Where |v_j| of the start is beyond μ_j, where λ_j = 0, and how large the products of pairs are, by shape. Steps
    // to 1e-4 on dorothea-valid, arcene, space, hardware: 22, 19, 20, 32 with the first; 31, 24, 20, 17 with the
    // second. Madelon, μ = 1e-6: 33 with the third, none with the others.
    struct Outset {
      double reach, product;
    };
    constexpr Eigen::Index very = 10;
    const bool very_wide = l1_.size() > very * share_.size(), wide = l1_.size() > share_.size();
    const Outset outset = very_wide ? Outset{0.9, 1} : wide ? Outset{20, 1} : Outset{100, 10};
    double limit = 1, soft_limit = 1, cost = 0;
    for (Eigen::Index j = 0; j < boxed_; ++j) {
      double& least = l2_[j] > 0 ? soft_limit : limit;
      if (v_[j] != 0) least = std::min(least, outset.reach * l1_[j] / std::abs(v_[j]));
      if (l2_[j] > 0) cost += v_[j] * v_[j] / l2_[j];
    }
    const double factor = std::min(limit, cost > 0 ? std::clamp(at_.alpha.sum() / cost, soft_limit, 1.0) : 1.0);
    at_.alpha *= factor;
    v_ *= factor;
    constexpr double inside = 0.9;
    at_.g = v_.min(inside * l1_).max(-inside * l1_);
    const double kappa = outset.product * at_.alpha.mean();
    at_.t = kappa / at_.alpha;
    at_.xi = kappa / (share_ - at_.alpha);
    at_.w = at_.p = at_.q = ArrayXd::Zero(l1_.size());
    at_.p.head(boxed_) = kappa / (l1_ - at_.g).head(boxed_);
    at_.q.head(boxed_) = kappa / (l1_ + at_.g).head(boxed_);
    at_.w = at_.p - at_.q;
    return at_.alpha.allFinite() && (at_.alpha > 0).all() && v_.allFinite();
  }

  /// P and D here; the best pair so far.
  void look() {
    score_ = sign_ * times(at_.w);
    const double here = objective_at(at_.w, score_);
    if (here < primal_) {
      primal_ = here;
      start_.point.assign(at_.w.data(), at_.w.data() + at_.w.size());
    }
    const double bound = certificate_.bound_of({at_.alpha.sum(), v_});
    if (start_.dual.empty() || bound > dual_) {
      dual_ = std::max(0.0, bound);
      const ArrayXd dual = (at_.alpha / share_).min(1);
      start_.dual.assign(dual.data(), dual.data() + dual.size());
    }
  }
  double objective_at(const ArrayXd& w, const ArrayXd& score) const {
    return (share_ * (1 - score).max(0)).sum() + (l2_ * w.square()).sum() / 2 + (l1_ * w.abs()).sum();
  }

  /// Predictor and corrector (Mehrotra). False if it led nowhere.
  bool step(double tolerance) {
    if (!factorize()) return false;
    const ArrayXd no_rows = ArrayXd::Zero(share_.size()), no_columns = ArrayXd::Zero(l1_.size());
    const Inside d = direction({no_rows, no_rows, no_columns, no_columns});
    const Lengths reach = lengths(d);
    const double now = mean_product(d, {0, 0}), then = mean_product(d, reach);
    constexpr double part = 0.1;  // of the gap allowed, that the products may sum up to; rounding forbids much less
    const double least = part * tolerance * primal_ / static_cast<double>(2 * (share_.size() + boxed_));
    const double kappa = std::max(std::pow(then / now, 3) * now, least);
    Inside next = direction({kappa - d.alpha * d.t, kappa + d.alpha * d.xi, kappa + d.p * d.g, kappa - d.q * d.g});
    Lengths length = lengths(next);
    constexpr double blocked = 0.05;
    if (std::min(length.primal, length.dual) < blocked) {  // then back to the middle, as far as linear terms know it
      const ArrayXd rows = ArrayXd::Constant(share_.size(), std::max(kappa, now / 2));
      const ArrayXd columns = ArrayXd::Constant(l1_.size(), rows[0]);
      Inside centred = direction({rows, rows, columns, columns});
      const Lengths other = lengths(centred);
      if (std::min(other.primal, other.dual) > std::min(length.primal, length.dual))
        next = std::move(centred), length = other;
    }
    if (!next.w.allFinite() || !next.alpha.allFinite()) return false;
    constexpr double almost = 0.99;
    at_.move(next, almost * length.primal, almost * length.dual);
    at_.w.head(boxed_) = (at_.p - at_.q).head(boxed_);
    balance();
    v_ = times_transposed(sign_ * at_.alpha);
    return true;
  }

  bool factorize() {
    const ArrayXd above = l1_ - at_.g, below = l1_ + at_.g;
    h_ = at_.xi / (share_ - at_.alpha) + at_.t / at_.alpha;
    e_ = ArrayXd::Zero(l1_.size());
    e_.head(boxed_) = (at_.p / above + at_.q / below).head(boxed_).inverse();
    ArrayXd q = l2_ + e_;
    constexpr double little = 1e-6;  // of what a free intercept has in the system over the features; see direction()
    if (free_intercept_) q[boxed_] = little * h_.inverse().sum();
    inverse_q_ = q.inverse();
    if (!(over_rows_ ? matrix_.factorize(h_, inverse_q_) : matrix_.factorize(q, h_.inverse()))) return false;
    if (free_intercept_) {
      ArrayXd column = ArrayXd::Ones(h_.size());
      if (!over_rows_) column = ArrayXd::Zero(q.size()), column[boxed_] = 1;
      of_intercept_ = matrix_.solve(column);
    }
    return true;
  }

  /// A free intercept asks for as much α in the one class as in the other; rounding apart, steps keep it so.
  void balance() {
    if (!free_intercept_) return;
    const double positive = (sign_ > 0).select(at_.alpha, 0).sum(), negative = (sign_ < 0).select(at_.alpha, 0).sum();
    const double heavier = positive > negative ? 1 : -1;
    const double factor = std::min(positive, negative) / std::max(positive, negative);
    at_.alpha *= (sign_ == heavier).select(factor, ArrayXd::Ones(sign_.size()));
  }

  struct Lengths {
    double primal = 0, dual = 0;
  };
  /// How far to the next bound of each side; the same for both where w is on both, by ℓ2.
  Lengths lengths(const Inside& step) const {
    const auto boxed = [&](const ArrayXd& x, const ArrayXd& dx) {
      return step_to_zero(x.head(boxed_), dx.head(boxed_));
    };
    const double primal = std::min(
        {step_to_zero(at_.t, step.t), step_to_zero(at_.xi, step.xi), boxed(at_.p, step.p), boxed(at_.q, step.q)});
    const double dual = std::min({step_to_zero(at_.alpha, step.alpha), step_to_zero(share_ - at_.alpha, -step.alpha),
                                  boxed(l1_ - at_.g, -step.g), boxed(l1_ + at_.g, step.g)});
    if (!(l2_ > 0).any()) return {primal, dual};
    return {std::min(primal, dual), std::min(primal, dual)};
  }
  /// Of the complementary pairs, so far along a step.
  double mean_product(const Inside& step, const Lengths& by) const {
    const ArrayXd alpha = at_.alpha + by.dual * step.alpha, g = at_.g + by.dual * step.g;
    const double rows =
        (alpha * (at_.t + by.primal * step.t) + (share_ - alpha) * (at_.xi + by.primal * step.xi)).sum();
    const ArrayXd columns = (l1_ - g) * (at_.p + by.primal * step.p) + (l1_ + g) * (at_.q + by.primal * step.q);
    return (rows + columns.head(boxed_).sum()) / static_cast<double>(2 * (share_.size() + boxed_));
  }

  /// Newton's step to products that have these values, as the linear system has it.
  Inside direction(const Targets& to) {
    const ArrayXd above = l1_ - at_.g, below = l1_ + at_.g, rest = share_ - at_.alpha;
    ArrayXd p = to.p, q = to.q;
    p.head(boxed_) = (to.p / above - at_.p).head(boxed_);
    q.head(boxed_) = (to.q / below - at_.q).head(boxed_);
    const ArrayXd rho = p - q;
    const ArrayXd of_column = v_ - l2_ * at_.w - at_.g + e_ * rho;
    const ArrayXd t = to.alpha_t / at_.alpha - at_.t, xi = to.rest_xi / rest - at_.xi;
    const ArrayXd of_row = sign_ * (1 - score_ - at_.xi + at_.t - xi + t);
    Inside step;
    ArrayXd signed_alpha;
    if (over_rows_) {
      ArrayXd from_columns = inverse_q_ * of_column;
      if (free_intercept_) from_columns[boxed_] = 0;
      signed_alpha = matrix_.solve(of_row - times(from_columns));
      double share = 0;  // of the solution for ones, such that the α of both classes move alike
      if (free_intercept_) {
        share = -(v_[boxed_] + signed_alpha.sum()) / of_intercept_.sum();
        signed_alpha += share * of_intercept_;
      }
      step.w = inverse_q_ * (of_column + times_transposed(signed_alpha));
      if (free_intercept_) step.w[boxed_] = -inverse_q_[boxed_] * v_[boxed_] - share;
    } else {
      step.w = matrix_.solve(of_column + times_transposed(of_row / h_));
      if (free_intercept_) {
        const double small = 1 / inverse_q_[boxed_];
        step.w += of_intercept_ * (small * step.w[boxed_] / (1 - small * of_intercept_[boxed_]));
      }
      signed_alpha = (of_row - times(step.w)) / h_;
    }
    step.alpha = sign_ * signed_alpha;
    step.g = (step.w - rho) * e_;
    step.p = step.q = ArrayXd::Zero(l1_.size());
    step.p.head(boxed_) = (p + at_.p / above * step.g).head(boxed_);
    step.q.head(boxed_) = (q - at_.q / below * step.g).head(boxed_);
    step.t = t - at_.t / at_.alpha * step.alpha;
    step.xi = xi + at_.xi / rest * step.alpha;
    return step;
  }

  /// From the inside no weight is zero. Those whose |v_j| stays well below μ_j are to be, if P allows it; a little more
  /// of the others makes up for them. False if these could not be told apart.
  bool drop_small_weights(const InteriorLimits& limits) {
    constexpr double margin = 0.95, least = 1e-5, most = 0.1, higher = 4;
    const ArrayXd room = (1 - (v_ - l2_ * at_.w).abs() / l1_).head(boxed_), from = at_.w;
    for (double limit = least; limit < most && products_ + 2 <= limits.max_passes; limit *= higher) {
      ArrayXd w = from;
      w.head(boxed_) = (room > limit).select(0, from.head(boxed_));
      const ArrayXd score = sign_ * times(w);
      for (const double more : {0.0, 0.1, 0.2, 0.4, 0.6}) {
        const double by = 1 + more * limits.tolerance, here = objective_at(by * w, by * score);
        if (here - dual_ > margin * limits.tolerance * here) continue;
        primal_ = here;
        w *= by;
        start_.point.assign(w.data(), w.data() + w.size());
        return true;
      }
    }
    return false;
  }

  /// The ε that the pair answers to: (2a − 1) r = u over the rows.
  double smoothing() const {
    constexpr double nearest = 1e-6;
    const ArrayXd a = at_.alpha / share_, u = (1 - score_).abs().max(nearest);
    return std::sqrt((4 * a * (1 - a) * u.square()).mean());
  }

  const Objective& objective_;
  Certificate certificate_;
  ThreadPool& pool_;
  const std::function<bool()>& keep_going_;
  TwoWayRows<Value> data_;
  bool over_rows_;
  NormalMatrix<typename TwoWayRows<Value>::Lines> matrix_;
  ArrayXd l2_, l1_;
  bool free_intercept_;
  Eigen::Index boxed_;  ///< coordinates with ℓ1: all, or all but the intercept
  ArrayXd sign_, share_;
  Inside at_;
  ArrayXd score_, v_;  ///< y (x'w + b) and Σ y α x at the point
  ArrayXd h_, e_, inverse_q_;
  ArrayXd of_intercept_;  ///< what the system answers to the free intercept's own column
  double primal_ = std::numeric_limits<double>::infinity(), dual_ = 0, products_ = 0;
  DualStart start_;
};

}  // namespace

DualStart interior_point(const HeldRows& held, const Objective& objective, const Rounding& rounding,
                         const InteriorLimits& limits, ThreadPool& pool, const std::function<bool()>& keep_going) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>&) {
        return InteriorPoint<Value>(held, objective, rounding, pool, keep_going).run(limits);
      },
      held.blocks);
}

}  // namespace smsvm
