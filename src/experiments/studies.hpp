#pragma once

#include <vector>

#include "experiments/run.hpp"
#include "report/document.hpp"

namespace smsvm::experiments {

// Each study measures, adds its runs to the list, and writes its part of the report.

/// The paper's Table 3: accuracy and time of all methods on five data sets, published and measured.
void results(const Settings& settings, std::vector<Run>& runs, report::Document& document);
/// Accuracy and time as components of the centroids are set to zero (the paper's section 3).
void robustness(const Settings& settings, std::vector<Run>& runs, report::Document& document);
/// The paper's Figure 1.1: the mean hinge loss of 200 random points is nearly smooth.
void mean_hinge(const Settings& settings, report::Document& document);
/// Time and passes against the number of rows and of features.
void scaling(const Settings& settings, std::vector<Run>& runs, report::Document& document);
/// The gap against passes for every solver, and how far from the optimum each ends.
void convergence(const Settings& settings, std::vector<Run>& runs, report::Document& document);

}  // namespace smsvm::experiments
