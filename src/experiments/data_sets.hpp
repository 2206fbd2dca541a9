#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/labelled_rows.hpp"

namespace smsvm::experiments {

struct Settings;

/// NAME.libsvm.xz or NAME, in the folder of the settings; nothing if neither is there.
std::optional<LabelledRows> load_real(const std::string& name, const Settings& settings);

/// The paper's synthetic data, with fresh rows from the same centroids to test on.
struct SyntheticShape {
  std::int64_t rows = 10000, features = 50;
  std::int64_t test_rows = 10000;
  double separation = 1;
  double sparsity = 0;
};
Split make_split(const SyntheticShape& shape, std::uint64_t seed);

/// How far apart the centroids lie. The paper scales them by a factor that it does not give; this one makes the classes
/// of the tall data overlap, so that accuracies differ from 100 %.
inline constexpr double tall_separation = 0.3, wide_separation = 0.1;

}  // namespace smsvm::experiments
