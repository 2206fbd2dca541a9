#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "experiments/method.hpp"

namespace smsvm::experiments {

/// Those of all methods that are wanted; ours first, since their bounds serve the others.
template <class Wanted>
std::vector<Method> methods_where(const Wanted& wanted) {
  std::vector<Method> chosen;
  std::copy_if(our_methods.begin(), our_methods.end(), std::back_inserter(chosen), wanted);
  std::copy_if(paper_methods.begin(), paper_methods.end(), std::back_inserter(chosen), wanted);
  return chosen;
}

}  // namespace smsvm::experiments
