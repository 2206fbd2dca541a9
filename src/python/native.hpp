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
#include "smsvm/model.hpp"
#include "smsvm/path.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::python {

/// A data set and the Python objects whose numbers it refers to.
struct NativeData {
  std::shared_ptr<Dataset> data = std::make_shared<Dataset>();
  nb::object owner = nb::none();
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

/// passes, seconds, primal, dual (nan where nothing is proved), epsilon, nonzero weights; a line per sweep.
inline Array<double> history_of(const Fit& fit) {
  std::vector<double> table;
  for (const Progress& at : fit.history)
    table.insert(table.end(), {at.passes, at.seconds, at.primal, at.dual.value_or(NAN), at.epsilon,
                               static_cast<double>(at.nonzero_weights)});
  return to_array(std::move(table), {fit.history.size(), 6});
}

}  // namespace smsvm::python
