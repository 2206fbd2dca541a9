#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>

#include "data/table_text.hpp"
#include "python/native.hpp"

namespace smsvm::python {

using nb::literals::operator""_a;
/// For properties: the array they return has an owner already.
constexpr auto own = nb::rv_policy::move;

// The parts of the module that have a file of their own.
void bind_data(nb::module_& module);
void bind_reading(nb::module_& module);
void bind_options(nb::module_& module);

/// Empty where there is none.
inline std::string text_of_table(const TableSchema* table) {
  return table == nullptr ? std::string() : table_text(*table);
}

inline std::shared_ptr<const TableSchema> table_from_text(const std::string& text, std::int64_t features) {
  TextCursor from("the table of the data", text);
  return std::make_shared<const TableSchema>(read_table_text(from, features));
}

}  // namespace smsvm::python
