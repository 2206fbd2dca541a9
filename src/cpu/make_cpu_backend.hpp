#pragma once

#include <memory>

#include "rows/backend.hpp"

namespace smsvm {

/// Rows in the memory of this process, or in a file that is mapped.
std::unique_ptr<Backend> make_cpu_backend(const Dataset& data, BackendOptions options);

}  // namespace smsvm
