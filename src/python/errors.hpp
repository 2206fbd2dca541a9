#pragma once

namespace smsvm::python {

/// Errors of the library become ValueError, OSError or MemoryError, with the words of the command.
void translate_errors();

}  // namespace smsvm::python
