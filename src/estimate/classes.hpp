#pragma once

#include "smsvm/estimate.hpp"

namespace smsvm {

/// The labels with their classes in this order, which must name each that occurs.
Labels in_order(const Labels& labels, const std::vector<Label>& order);

/// Decides which problems are to be solved, and what the model calls the classes: TrainingProblem::positive and
/// ::model_labels. Two classes, or a label asked for, are one problem. More classes are one problem each, against all
/// the others. Throws an Error for a single class.
void choose_classes(TrainingProblem& problem);

}  // namespace smsvm
