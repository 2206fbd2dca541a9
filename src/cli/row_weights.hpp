#pragma once

#include <optional>
#include <string>
#include <vector>

#include "smsvm/row_weights.hpp"

namespace smsvm::cli {

/// --class-weight as given: nothing, the word "balanced", or labels with their weights.
class ClassWeightOption {
 public:
  /// Each argument is "balanced" or "LABEL=WEIGHT". Throws OptionError.
  static ClassWeightOption parse(const std::vector<std::string>& arguments);

  /// A weight for each class that was named, or for all of them; throws OptionError for a label that no row has.
  std::vector<ClassWeight> resolve(const Labels& labels, const std::vector<double>& row_weight) const;

 private:
  bool balanced_ = false;
  std::vector<ClassWeight> given_;
};

/// What the rows of a data set weigh in training.
struct RowWeights {
  std::vector<double> weight;          ///< of each row; empty: all 1
  std::vector<double> of_samples;      ///< the part that is not of the class; empty: all 1
  std::vector<ClassWeight> of_class;   ///< the part that --class-weight has in it; empty: none
  std::vector<std::int64_t> positive;  ///< the rows with a weight above 0, if there are others

  /// The weights of those rows, and the part in them that is not of the class.
  std::vector<double> of_positive() const { return kept(weight); }
  std::vector<double> samples_of_positive() const { return kept(of_samples); }

 private:
  std::vector<double> kept(const std::vector<double>& all) const;
};

/// The file of --sample-weight: one weight for each row. Throws a DataError with the place of the first mistake.
std::vector<double> read_sample_weights(const std::string& path, std::int64_t rows);

/// `path`: the file of --sample-weight, or empty: then the weights that the data came with count, if any. Throws a
/// DataError with the place of the first mistake.
RowWeights choose_row_weights(const Dataset& data, const std::string& path, const ClassWeightOption& of_class);

}  // namespace smsvm::cli
