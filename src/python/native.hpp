#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/interruptible.hpp"
#include "python/numpy.hpp"
#include "smsvm/arrays.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm::python {

/// A data set and the Python objects whose numbers it refers to.
struct NativeData {
  std::shared_ptr<Dataset> data = std::make_shared<Dataset>();
  nb::object owner = nb::none();
};

/// A training problem, and the same objects.
struct NativeProblem {
  std::shared_ptr<TrainingProblem> problem;
  nb::object owner = nb::none();

  TrainingProblem* operator->() const { return problem.get(); }
  /// The rows trained on, which were made here or by the library, and not as constants.
  NativeData rows() const { return {std::const_pointer_cast<Dataset>(problem->data), owner}; }
};

/// Reads all numbers once; Ctrl-C ends the wait for it.
template <class Borrowed>
NativeData borrow_from(const Borrowed& array, nb::object owner, int threads) {
  auto [data, raised] = run_interruptibly<Dataset>(nb::none(), owner, [=](Job&) { return borrow(array, threads); });
  if (!raised.is_none()) raise_again(raised);
  return {std::make_shared<Dataset>(std::move(data)), std::move(owner)};
}

template <class Value>
NativeData borrow_dense(const Table<Value>& values, nb::object owner, int threads) {
  return borrow_from(DenseArray<Value>{values.data(), static_cast<std::int64_t>(values.shape(0)),
                                       static_cast<std::int64_t>(values.shape(1))},
                     std::move(owner), threads);
}

template <class Value, class Index>
NativeData borrow_sparse(const Numbers<Index>& start, const Numbers<Index>& column, const Numbers<Value>& value,
                         std::int64_t columns, nb::object owner, int threads) {
  return borrow_from(SparseArray<Value, Index>{start.data(), column.data(), value.data(),
                                               static_cast<std::int64_t>(start.size()) - 1, columns},
                     std::move(owner), threads);
}

inline std::vector<Label> to_labels(const std::vector<std::string>& texts) {
  std::vector<Label> labels;
  for (const std::string& text : texts) labels.push_back(Label::parse(text));
  return labels;
}

inline std::vector<std::string> texts_of(const std::vector<Label>& labels) {
  std::vector<std::string> texts;
  for (const Label& label : labels) texts.push_back(label.text);
  return texts;
}

/// What classes weigh, by the texts of their labels.
using ClassWeights = std::vector<std::pair<std::string, double>>;
inline ClassWeights to_pairs(const std::vector<ClassWeight>& weights) {
  ClassWeights pairs;
  for (const ClassWeight& each : weights) pairs.emplace_back(each.label.text, each.weight);
  return pairs;
}
inline std::vector<ClassWeight> from_pairs(const ClassWeights& pairs) {
  std::vector<ClassWeight> weights;
  for (const auto& [label, weight] : pairs) weights.push_back({Label::parse(label), weight});
  return weights;
}

/// passes, seconds, primal, dual (nan where nothing is proved), epsilon, nonzero weights; a line per sweep.
inline Array<double> history_of(const Fit& fit) {
  std::vector<double> table;
  for (const Progress& at : fit.history)
    table.insert(table.end(), {at.passes, at.seconds, at.primal, at.dual.value_or(NAN), at.epsilon,
                               static_cast<double>(at.nonzero_weights)});
  return to_array(std::move(table), {fit.history.size(), 6});
}

}  // namespace smsvm::python
