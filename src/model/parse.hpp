#pragma once

#include <string>
#include <string_view>

#include "smsvm/model.hpp"
#include "smsvm/proof.hpp"

namespace smsvm {

// What load_model and load_proof do once the bytes are in memory; `name` is for the messages. Throws DataError.
Model parse_model(const std::string& name, std::string_view bytes);
Proof parse_proof(const std::string& name, std::string_view bytes);

}  // namespace smsvm
