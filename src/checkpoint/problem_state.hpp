#pragma once

#include <functional>
#include <span>

#include "rows/backend.hpp"

namespace smsvm {

using NumberSink = std::function<void(std::span<const double>)>;  ///< called with some numbers after others
using NumberSource = std::function<void(std::span<double>)>;      ///< fills with the numbers that come next

/// All that rows keep of a problem, as numbers. Between two requests, also after a sweep that was cancelled: what that
/// has left half-done the next one overwrites.
void save_state(Backend& rows, std::size_t problem, const NumberSink& put);
/// Puts it back, into the same rows with the same problems. Throws Error{bad_data} where the numbers cannot be what was
/// saved.
void restore_state(Backend& rows, std::size_t problem, const NumberSource& take);

}  // namespace smsvm
