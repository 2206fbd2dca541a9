#pragma once

#include <string>

namespace smsvm {

/// All bytes of a file or pipe. Throws Error: no_input if it cannot be opened, input_output if reading it fails.
std::string file_bytes(const std::string& path);

}  // namespace smsvm
