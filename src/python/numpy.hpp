#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace smsvm::python {

namespace nb = nanobind;

/// Numbers that Python lends us: read only, contiguous, never copied or converted.
template <class Value>
using Numbers = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Table = nb::ndarray<const Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Numbers for Python.
template <class Value>
using Array = nb::ndarray<nb::numpy, Value>;

template <class Value>
std::vector<Value> to_vector(const Numbers<Value>& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}

/// An array that owns what was a vector.
template <class Value>
Array<Value> to_array(std::vector<Value> values, std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<std::vector<Value>>(std::move(values));
  Value* const numbers = kept->data();
  nb::capsule owner(kept.release(), [](void* vector) noexcept { delete static_cast<std::vector<Value>*>(vector); });
  return Array<Value>(numbers, shape, owner);
}
template <class Value>
Array<Value> to_array(std::vector<Value> values) {
  const std::size_t size = values.size();
  return to_array(std::move(values), {size});
}

/// An array of numbers that a bound object owns, which it keeps alive.
template <class Value, class Owner>
Array<const Value> view_of(const std::vector<Value>& values, const Owner& owner) {
  return Array<const Value>(values.data(), {values.size()}, nb::find(owner));
}

}  // namespace smsvm::python
