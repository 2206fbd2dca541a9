#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace smsvm::experiments {

/// A cell of the paper's Table 3: test accuracy in percent and training time in seconds.
struct Published {
  std::string_view data, method;
  double accuracy, seconds;
};

/// As printed (Hajewski, Oliveira, Stewart, "Smoothed Hinge Loss and ℓ1 Support Vector Machines", Table 3).
inline constexpr std::array published = {
    Published{"Australian", "SmSVM", 44.5, 0.051},
    Published{"Australian", "SmSVM-ℓ2", 85.9, 0.058},
    Published{"Australian", "SmSVM-ℓ1-ℓ2", 86.1, 0.002},
    Published{"Australian", "LinearSVC-Hinge", 85.2, 0.007},
    Published{"Australian", "SGD ℓ2", 85.9, 0.008},
    Published{"Australian", "SSGD ℓ2 mb", 85.9, 0.058},
    Published{"Australian", "CG", 86.0, 1.375},
    Published{"Australian", "CG-ℓ2", 85.9, 1.355},
    Published{"Colon", "SmSVM", 38.0, 5.143},
    Published{"Colon", "SmSVM-ℓ2", 66.3, 32.851},
    Published{"Colon", "SmSVM-ℓ1-ℓ2", 84.0, 0.918},
    Published{"Colon", "LinearSVC-Hinge", 66.9, 0.008},
    Published{"Colon", "SGD ℓ2", 84.0, 0.023},
    Published{"Colon", "SSGD ℓ2 mb", 80.9, 0.016},
    Published{"Colon", "CG", 75.1, 0.940},
    Published{"Colon", "CG-ℓ2", 77.1, 2.350},
    Published{"CoverType", "SmSVM", 51.2, 44.2},
    Published{"CoverType", "SmSVM-ℓ2", 69.8, 148.7},
    Published{"CoverType", "SmSVM-ℓ1-ℓ2", 69.5, 1.1},
    Published{"CoverType", "LinearSVC-Hinge", 76.3, 182.9},
    Published{"CoverType", "SGD ℓ2", 68.3, 30.7},
    Published{"CoverType", "SSGD ℓ2 mb", 63.9, 53.0},
    Published{"CoverType", "CG", 68.4, 754.6},
    Published{"CoverType", "CG-ℓ2", 68.4, 746.3},
    Published{"Synthetic tall", "SmSVM", 49.9, 0.15},
    Published{"Synthetic tall", "SmSVM-ℓ2", 84.3, 0.16},
    Published{"Synthetic tall", "SmSVM-ℓ1-ℓ2", 76.0, 0.01},
    Published{"Synthetic tall", "LinearSVC-Hinge", 100, 0.03},
    Published{"Synthetic tall", "SGD ℓ2", 61.1, 0.16},
    Published{"Synthetic tall", "SSGD ℓ2 mb", 77.5, 0.62},
    Published{"Synthetic tall", "CG", 94.9, 4.84},
    Published{"Synthetic tall", "CG-ℓ2", 78.6, 5.64},
    Published{"Synthetic wide", "SmSVM", 100, 11.89},
    Published{"Synthetic wide", "SmSVM-ℓ2", 100, 23.41},
    Published{"Synthetic wide", "SmSVM-ℓ1-ℓ2", 93.6, 0.21},
    Published{"Synthetic wide", "LinearSVC-Hinge", 100, 0.01},
    Published{"Synthetic wide", "SGD ℓ2", 51.2, 0.02},
    Published{"Synthetic wide", "SSGD ℓ2 mb", 54.0, 0.02},
    Published{"Synthetic wide", "CG", 82.0, 0.19},
    Published{"Synthetic wide", "CG-ℓ2", 80.8, 1.29},
};

inline std::optional<Published> published_cell(std::string_view data, std::string_view method) {
  for (const Published& cell : published)
    if (cell.data == data && cell.method == method) return cell;
  return std::nullopt;
}

}  // namespace smsvm::experiments
