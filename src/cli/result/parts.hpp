#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/result/fact_view.hpp"
#include "report/document.hpp"

/// The sections that pages of results are made of.
namespace smsvm::cli {

// History of training ------------------------------------------------------------------------------------------------

/// Of one problem.
struct NamedHistory {
  std::string name;  ///< of its class; empty if there is only one
  FactView steps;
};
/// Nothing if no step was recorded.
void add_convergence(report::Document& document, const std::vector<NamedHistory>& histories);

// Weights ------------------------------------------------------------------------------------------------------------

struct NamedWeights {
  std::string title;
  std::string positive, negative;  ///< the classes that a positive and a negative weight speak for
  std::vector<report::Bar> bars;
};
/// "age", or "feature 12".
std::string feature_name(std::int64_t feature, const std::optional<std::string>& name);
void add_weights(report::Document& document, const std::vector<NamedWeights>& charts, const std::string& remark);

// Paths --------------------------------------------------------------------------------------------------------------

struct PathSection {
  std::string name;                       ///< of its drawings' files
  std::string title;                      ///< of the plot of the weights
  FactView points;                        ///< one after the other
  std::optional<FactView> feature_names;  ///< an object: from the feature's number to its name
  std::vector<report::Guide> guides;      ///< strengths that were chosen
};
void add_path(report::Document& document, const PathSection& section);

/// Of one class against the rest; without a label if there is one problem only.
struct NamedPath {
  std::string label;
  FactView points;
};
/// "points", or those of each of "classes". At least one.
std::vector<NamedPath> paths_of(const FactView& facts);
/// One section for each of them, up to a dozen.
void add_paths(report::Document& document, const std::vector<NamedPath>& paths, const std::string& name,
               const std::optional<FactView>& feature_names, const std::vector<report::Guide>& guides);

/// "ℓ1 penalty μ" where that is what falls, else "strength of the penalty, λ + μ".
report::Axis strength_axis(const FactView& points);
/// How many weights are not zero, at each strength.
report::TopAxis nonzeros_axis(const FactView& points);

// Rows that models did not see ---------------------------------------------------------------------------------------

/// Nothing if there is nothing to show. `remark` says which models these were.
void add_held_out(report::Document& document, const std::optional<FactView>& held_out,
                  const std::vector<std::string>& labels, const std::string& remark);

// Data, options, command ---------------------------------------------------------------------------------------------

void add_setting(report::Document& document, const FactView& facts);

std::vector<std::string> texts(const FactView& list);

}  // namespace smsvm::cli
