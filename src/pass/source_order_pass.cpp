#include "pass/source_order_pass.hpp"

#include <utility>
#include <vector>

#include "data/in_order.hpp"

namespace smsvm {
namespace {

class SourceOrderPass final : public Pass {
 public:
  SourceOrderPass(std::unique_ptr<Pass> stored, std::shared_ptr<const RowOrder> order)
      : stored_(std::move(stored)), order_(std::move(order)) {}

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override {
    std::vector<Query> same(queries.begin(), queries.end());
    std::vector<std::vector<double>> dual;
    for (Query& query : same) query.dual = dual.emplace_back(in_stored(query.dual));
    return stored_->evaluate(same, sums);
  }
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) override {
    return stored_->combine(problem, in_stored(coefficient), sum);
  }

  std::vector<double> slacks(std::size_t problem) const override { return in_source(stored_->slacks(problem)); }
  std::vector<double> curvatures(std::size_t problem) const override { return in_source(stored_->curvatures(problem)); }
  std::vector<double> smooth_duals(std::size_t problem) const override {
    return in_source(stored_->smooth_duals(problem));
  }
  std::vector<double> running_dual(std::size_t problem) const override {
    return in_source(stored_->running_dual(problem));
  }
  std::vector<double> take_running_dual(std::size_t problem) override {
    return in_source(stored_->take_running_dual(problem));
  }

  // The rest is about sums, or about rows as a whole.

  std::int64_t rows() const override { return stored_->rows(); }
  std::int64_t features() const override { return stored_->features(); }
  double active_weight(std::size_t problem) const override { return stored_->active_weight(problem); }
  std::int64_t restrict_to_level(std::size_t problem, int level) override {
    return stored_->restrict_to_level(problem, level);
  }
  std::int64_t count_near(std::size_t problem, const Nearness& nearness) override {
    return stored_->count_near(problem, nearness);
  }
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                      const Nearness& nearness) override {
    return stored_->freeze(problem, point, at, nearness);
  }
  void thaw(std::size_t problem, double share) override { stored_->thaw(problem, share); }
  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override {
    stored_->along(problem, epsilon, steps, losses);
  }
  void accept(std::size_t problem) override { stored_->accept(problem); }
  void mix(std::size_t problem, const DualMixture& mixture) override { stored_->mix(problem, mixture); }
  double passes() const override { return stored_->passes(); }
  void count_rows(std::size_t problem, std::int64_t rows) override { stored_->count_rows(problem, rows); }
  double hessian_rows() const override { return stored_->hessian_rows(); }
  void save(std::size_t problem, const NumberSink& put) const override { stored_->save(problem, put); }
  void restore(std::size_t problem, const NumberSource& take) override { stored_->restore(problem, take); }

 private:
  std::vector<double> in_source(std::vector<double> stored) const {
    return in_source_order(order_.get(), std::move(stored));
  }
  std::vector<double> in_stored(std::span<const double> of_row) const {
    return in_stored_order<double>(order_.get(), {of_row.begin(), of_row.end()});
  }

  std::unique_ptr<Pass> stored_;
  std::shared_ptr<const RowOrder> order_;
};

}  // namespace

std::unique_ptr<Pass> in_source_order(std::unique_ptr<Pass> stored, std::shared_ptr<const RowOrder> order) {
  return std::make_unique<SourceOrderPass>(std::move(stored), std::move(order));
}

}  // namespace smsvm
