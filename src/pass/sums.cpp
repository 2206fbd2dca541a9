#include "pass/pass.hpp"

namespace smsvm {

void Sums::reset(std::int64_t features, std::size_t hessian_size) {
  hinge = smoothed_before = smoothed = smoothing_gap = curvature = hessian_rows = 0;
  dual = {};
  for (auto& of_class : moment) of_class.assign(2 * static_cast<std::size_t>(features), 0);
  hessian.assign(hessian_size * hessian_size, 0);
}

namespace {
void add_to(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}
}  // namespace

void Sums::add(const Sums& other) {
  hinge += other.hinge;
  smoothed_before += other.smoothed_before;
  smoothed += other.smoothed;
  smoothing_gap += other.smoothing_gap;
  curvature += other.curvature;
  hessian_rows += other.hessian_rows;
  for (const RowClass c : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual}) dual[c][kind] += other.dual[c][kind];
    add_to(moment[c], other.moment[c]);
  }
  add_to(hessian, other.hessian);
}

}  // namespace smsvm
