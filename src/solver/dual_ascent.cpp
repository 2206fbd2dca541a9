#include "solver/dual_ascent.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "data/row_arithmetic.hpp"

namespace smsvm {
namespace {

/// x' Λ⁻¹ x and the update w += factor Λ⁻¹ x need the weights per feature; ℓ1 is not handled here.
template <class Matrix>
class Ascent {
 public:
  Ascent(const Dataset& data, const Matrix& matrix, const Target& target, const Objective& objective)
      : data_(data), matrix_(matrix), target_(target), objective_(objective), inverse_(objective.dimension()) {
    const std::size_t features = static_cast<std::size_t>(data.features);
    for (std::size_t j = 0; j < inverse_.size(); ++j) {
      const double l2 = objective.l2[j] > 0 ? objective.l2[j] : objective.l2[0];
      inverse_[j] = 1 / l2;
    }
    start_.point.assign(objective.dimension(), 0.0);
    start_.dual.assign(static_cast<std::size_t>(data.rows), 0.0);
    square_.resize(static_cast<std::size_t>(data.rows));
    for (std::int64_t i = 0; i < data.rows; ++i) {
      double sum = objective.has_intercept ? inverse_[features] : 0.0;
      for_each_stored(row(i), [&](std::size_t j, double x) { sum += x * x * inverse_[j]; });
      square_[static_cast<std::size_t>(i)] = sum * share(i);
    }
  }

  DualStart run(double violation, double max_passes, std::uint64_t seed, const std::function<bool()>& keep_going) {
    // Rows without weight do not count; a row of zeros has its dual at 1 whatever the others do.
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < data_.rows; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (square_[at] > 0)
        order.push_back(i);
      else if (share(i) > 0)
        start_.dual[at] = 1;
    }
    std::mt19937_64 random(seed);
    std::size_t active = order.size();
    double upper_limit = INFINITY, lower_limit = -INFINITY, visited = 0;
    while (active > 0 && visited < max_passes * static_cast<double>(data_.rows) && (!keep_going || keep_going())) {
      double highest = -INFINITY, lowest = INFINITY;
      for (std::size_t k = 0; k < active; ++k) {
        std::swap(order[k], order[k + random() % (active - k)]);
      }
      for (std::size_t k = 0; k < active; ++k) {
        const std::int64_t i = order[k];
        visited += 1;
        const double u = slack(i);
        double& a = start_.dual[static_cast<std::size_t>(i)];
        double ascent = u;  // the projected gradient
        if (a <= 0) {
          if (u < lower_limit) {
            std::swap(order[k--], order[--active]);
            continue;
          }
          ascent = std::max(0.0, u);
        } else if (a >= 1) {
          if (u > upper_limit) {
            std::swap(order[k--], order[--active]);
            continue;
          }
          ascent = std::min(0.0, u);
        }
        highest = std::max(highest, ascent);
        lowest = std::min(lowest, ascent);
        if (ascent != 0) {
          const double next = std::clamp(a + u / square_[static_cast<std::size_t>(i)], 0.0, 1.0);
          add(i, (next - a) * share(i) * target_.sign[static_cast<std::size_t>(i)]);
          a = next;
        }
      }
      start_.violation = highest - lowest;
      if (start_.violation <= violation || active == 0) {
        if (active == order.size()) break;
        active = order.size();  // look at all rows once more before believing it
        upper_limit = INFINITY;
        lower_limit = -INFINITY;
        continue;
      }
      upper_limit = highest > 0 ? highest : INFINITY;
      lower_limit = lowest < 0 ? lowest : -INFINITY;
    }
    start_.passes = visited / static_cast<double>(data_.rows);
    return std::move(start_);
  }

 private:
  double share(std::int64_t i) const {
    return (target_.weight.empty() ? 1.0 : target_.weight[static_cast<std::size_t>(i)]) / objective_.total_weight;
  }
  auto row(std::int64_t i) const { return row_of(matrix_, i); }
  double slack(std::int64_t i) const {
    const double b = objective_.has_intercept ? start_.point.back() : 0.0;
    return 1 - target_.sign[static_cast<std::size_t>(i)] * (dot(row(i), start_.point.data()) + b);
  }
  void add(std::int64_t i, double factor) {
    for_each_stored(row(i), [&](std::size_t j, double x) { start_.point[j] += factor * inverse_[j] * x; });
    if (objective_.has_intercept) start_.point.back() += factor * inverse_.back();
  }

  const Dataset& data_;
  const Matrix& matrix_;
  const Target& target_;
  const Objective& objective_;
  std::vector<double> inverse_;  ///< 1/λ_j
  std::vector<double> square_;   ///< (c_i/N) x_i' Λ⁻¹ x_i
  DualStart start_;
};

}  // namespace

DualStart dual_ascent(const Dataset& data, const Target& target, const Objective& objective, double violation,
                      double max_passes, std::uint64_t seed, const std::function<bool()>& keep_going) {
  return std::visit(
      [&](const auto& matrix) {
        Ascent ascent(data, matrix, target, objective);
        return ascent.run(violation, max_passes, seed, keep_going);
      },
      data.matrix);
}

}  // namespace smsvm
