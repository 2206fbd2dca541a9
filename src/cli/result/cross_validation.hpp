#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/result/fact_view.hpp"
#include "report/document.hpp"

/// The parts of a page that only a cross-validation has.
namespace smsvm::cli {

/// Which of the paths holds the best point.
std::size_t chosen_path(const FactView& facts);
/// "first" or "last" where the best point is an end of its path; else empty.
std::string edge_of_path(const FactView& facts);
/// The strengths that the two rules choose.
std::vector<report::Guide> chosen_guides(const FactView& facts);
/// A plot for each metric, with a curve for each path.
void add_curves(report::Document& document, const FactView& facts);
report::Table curves_table(const FactView& facts);

}  // namespace smsvm::cli
