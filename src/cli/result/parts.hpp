#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/result/fact_view.hpp"
#include "report/document.hpp"

/// The sections that pages of results are made of.
namespace smsvm::cli {

/// More classes than this are shown as one field of colours, not as a drawing each.
inline constexpr std::size_t most_classes_apart = 12;

// Quality ------------------------------------------------------------------------------------------------------------

/// What a model says about rows whose labels are known.
struct Judged {
  FactView facts;                   ///< "confusion", "roc", "calibration_curve", or the curves of each of "classes"
  std::vector<std::string> labels;  ///< of the confusion matrix
  std::vector<std::string> order;   ///< of the same labels, as tables list them; empty: as they are
  std::string name;                 ///< that the names of its drawings' files begin with
};
void add_judged(report::Document& document, const Judged& judged);
/// The matrix; what is wrong most often, where it is large; and each class, if asked for.
void add_confusion(report::Document& document, const Judged& judged, bool each_class);

/// Accuracy and its kin, as predict --json writes them, each with these words after its name.
std::vector<report::Figures::Figure> quality_figures(const FactView& evaluation, const std::string& where);
/// A section's worth of what predict --json writes: measures of each class, matrix, curves.
void add_evaluation(report::Document& document, const FactView& evaluation, const std::string& name);

/// The labels in the order of tables; none if the facts do not tell it.
std::vector<std::string> table_order(const FactView& facts);

// Features and weights -----------------------------------------------------------------------------------------------

/// How features are called, and in which units their weights are shown.
class Features {
 public:
  Features() = default;
  /// Of a path: an object from the feature's number to its name, another to its scale, and the word for that scale.
  explicit Features(const FactView& facts);

  std::string name(std::int64_t feature) const;
  double scale(std::int64_t feature) const;  ///< what a weight is multiplied by

 private:
  std::optional<FactView> names_, scale_;
};
/// "age", or "feature 12".
std::string feature_name(std::int64_t feature, const std::optional<std::string>& name);
/// ", in units of …": what the weights of the page are multiplied by, by the word for --scale.
std::string units_of_weights(const std::string& scale);

struct NamedWeights {
  std::string title;
  std::string label;               ///< of the class
  std::string positive, negative;  ///< the classes that a positive and a negative weight speak for
  std::vector<report::Bar> bars;
};
/// Of two classes one chart; of some, charts with one zero and one colour for each feature; of many, a heat map.
void add_weights(report::Document& document, const std::vector<NamedWeights>& charts, const std::string& remark);

// Paths --------------------------------------------------------------------------------------------------------------

/// Of one class against the rest; without a label if there is one problem only.
struct NamedPath {
  std::string label;
  FactView points;
};
/// "points", or those of each of "classes". At least one.
std::vector<NamedPath> paths_of(const FactView& facts);
/// The weights of each class at a point, counted from 0.
std::vector<NamedWeights> weights_at(const std::vector<NamedPath>& paths, std::size_t point,
                                     const std::vector<std::string>& labels, const Features& features);

struct PathsSection {
  std::string name;                   ///< that the names of its drawings' files begin with
  std::string title;                  ///< of the plots of weights
  std::vector<report::Guide> guides;  ///< strengths that were chosen
};
/// A plot of weights for each class, with the same features in the same colours.
void add_paths(report::Document& document, const std::vector<NamedPath>& paths, const PathsSection& section,
               const Features& features);
/// What is drawn, in words, and all of it in figures.
void add_path_figures(report::Document& document, const std::vector<NamedPath>& paths, const std::string& of_which);

/// "ℓ1 penalty μ" where that is what falls, else "strength of the penalty, λ + μ".
report::Axis strength_axis(const FactView& points);
/// How many weights are not zero, of all classes, at each strength.
report::TopAxis nonzeros_axis(const std::vector<NamedPath>& paths);

// History of training ------------------------------------------------------------------------------------------------

/// Of one problem.
struct NamedHistory {
  std::string name;  ///< of its class; empty if there is only one
  FactView steps;
};
/// One plot of the gap, if there are three points of it to show; figures of a history that is alone.
void add_convergence(report::Document& document, const std::vector<NamedHistory>& histories);

// Data, options, command ---------------------------------------------------------------------------------------------

void add_data(report::Document& document, const FactView& facts);
void add_setting(report::Document& document, const FactView& facts);

std::vector<std::string> texts(const FactView& list);

}  // namespace smsvm::cli
