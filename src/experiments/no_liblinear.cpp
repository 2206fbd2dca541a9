#include "experiments/liblinear.hpp"
#include "smsvm/error.hpp"

namespace smsvm::experiments {

Fit liblinear(const LabelledRows&, const Penalty&, double) {
  throw Error(ErrorKind::no_input,
              "this smsvm was built without LIBLINEAR, which the paper compares with; install liblinear-dev and build "
              "smsvm again");
}

}  // namespace smsvm::experiments
