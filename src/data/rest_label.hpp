#pragma once

#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// What a model of one class against the rest calls all the others at once: −1 beside a number, if no class is called
/// that. `labels` are those of the rows trained on.
Label name_of_the_rest(const std::vector<Label>& labels, const Label& positive);

}  // namespace smsvm
