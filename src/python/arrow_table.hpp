#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

namespace smsvm::python {

/// All of an Arrow stream (a capsule from __arrow_c_stream__) as the names of its columns and an array, rows × columns:
/// float32 where every column is, else float64; nan for nulls. A single column of text becomes a list of str.
std::pair<std::vector<std::string>, nanobind::object> read_arrow(const nanobind::capsule& stream);

}  // namespace smsvm::python
