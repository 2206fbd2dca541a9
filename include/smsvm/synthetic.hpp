#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

/// The paper's synthetic data (its section 3): two centroids drawn from N(0, I) and scaled, a share of their components
/// set to zero; each row is drawn from N(centroid of its class, I), the classes alternating at random.
struct SyntheticOptions {
  std::int64_t rows = 10000;
  std::int64_t features = 50;
  double sparsity = 0;    ///< share of the components that are zero in both centroids, in [0, 1]
  double separation = 1;  ///< factor on the centroids
  std::uint64_t seed = 1;
};

SMSVM_API Dataset make_synthetic(const SyntheticOptions& options, Precision precision = Precision::float32);

/// Writes the same rows as libsvm text ("-" is standard output) in bounded memory. Deterministic on every machine.
SMSVM_API void write_synthetic(const SyntheticOptions& options, const std::string& path,
                               const std::function<void(double)>& progress = {});

}  // namespace smsvm
