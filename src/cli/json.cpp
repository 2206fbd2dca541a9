#include "cli/json.hpp"

namespace smsvm::cli {

std::string to_line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace smsvm::cli
