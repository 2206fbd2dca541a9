#pragma once

#include <cstdint>
#include <string>

namespace smsvm::cli {

/// "4G", "512M", "1.5G", "1000000": K, M, G and T are powers of 1024. Throws a CLI::ValidationError naming `option`.
std::int64_t parse_byte_size(const std::string& text, const std::string& option);

}  // namespace smsvm::cli
