#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "cpu/shards.hpp"
#include "model/samples.hpp"
#include "rows/pass.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::test {

/// The layouts of a block, in both precisions. Mixed: as the values ask for, with some columns in the tile, some listed
/// with values and some without. Borrowed: in arrays of somebody else, the sparse ones with indices of 32 bits in float
/// and of 64 in double.
enum class Storage {
  sparse_float,
  sparse_double,
  dense_float,
  dense_double,
  mixed_float,
  mixed_double,
  borrowed_sparse_float,
  borrowed_sparse_double,
  borrowed_dense_float,
  borrowed_dense_double
};
inline constexpr std::array all_storages{Storage::sparse_float,          Storage::sparse_double,
                                         Storage::dense_float,           Storage::dense_double,
                                         Storage::mixed_float,           Storage::mixed_double,
                                         Storage::borrowed_sparse_float, Storage::borrowed_sparse_double,
                                         Storage::borrowed_dense_float,  Storage::borrowed_dense_double};
bool is_float(Storage storage);
std::string name_of(Storage storage);

/// A training problem as plain vectors.
struct Instance {
  Table rows;
  std::vector<int> sign;       ///< +1 or −1
  std::vector<double> weight;  ///< empty: all 1
  Penalty penalty;

  std::size_t features() const { return rows.front().size(); }
  std::size_t dimension() const { return features() + (penalty.intercept == Intercept::none ? 0 : 1); }
  double weight_of(std::size_t row) const { return weight.empty() ? 1 : weight[row]; }
  Dataset data(Storage storage = Storage::sparse_double) const;
  Target target() const;
  Objective objective() const;
};

/// Of sweeps that go on from the accepted state or begin anew.
inline DualBegin carried_if(bool carry) { return carry ? DualBegin::carried : DualBegin::smooth; }

/// The rows of a level of the ladder, or those chosen, cut as if there were no others.
std::unique_ptr<Shards> shards_of_level(const Dataset& data, std::uint64_t seed, int level);
std::unique_ptr<Shards> shards_of_choice(const Dataset& data, const Shards::Choice& choice);

/// Every value is a float, so that all storages hold the same numbers. Both classes occur if there are two rows.
Instance random_instance(std::mt19937_64& random, std::size_t rows, std::size_t features);
/// Makes some columns rare and some of those indicators, so that all parts of a block are in use.
void make_columns_differ(std::mt19937_64& random, Instance& instance);
/// Some are zero, but not the first and the last.
std::vector<double> random_weights(std::mt19937_64& random, std::size_t rows);
std::vector<double> random_point(std::mt19937_64& random, std::size_t dimension, double scale = 1);
double uniform(std::mt19937_64& random, double low, double high);

/// u_i at (w, b).
long double slack(const Instance& instance, std::size_t row, std::span<const double> point);
/// Eq. 1 as it is written. `point`: w, then b where there is an intercept.
double primal_by_definition(const Instance& instance, std::span<const double> point);
/// Eq. 6 as it is written, at a dual point that satisfies Σ c a y = 0 if the intercept is free. Where λ_j = 0 and
/// |v_j| > μ_j it is −∞.
double dual_by_definition(const Instance& instance, std::span<const double> dual);

/// Σ c a and Σ c a x by class, as those of the smooth dual.
Sums sums_of_dual(const Instance& instance, std::span<const double> dual);

/// A pass over rows as the equations of docs/method.md define it, in long double and with no regard to cancellation.
class NaivePass {
 public:
  explicit NaivePass(const Instance& instance);

  Sums evaluate(std::span<const double> point, double epsilon, bool carry, std::span<const std::int32_t> hessian);
  double along(double epsilon, double step) const;
  void accept();
  void mix(const DualMixture& mixture);

  const std::vector<long double>& running_dual() const { return running_; }
  const std::vector<long double>& slacks() const { return slack_; }

 private:
  double value(std::size_t row, std::int32_t coordinate) const;

  const Instance& instance_;
  std::vector<long double> slack_, dual_, trial_slack_, trial_dual_, trial_smooth_, running_;
  double epsilon_ = 1, trial_epsilon_ = 1;
};

}  // namespace smsvm::test
