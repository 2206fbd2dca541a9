#include "smsvm/solver.hpp"

namespace smsvm {

std::string_view name(Status status) {
  switch (status) {
    case Status::converged:
      return "converged";
    case Status::stationary:
      return "stationary";
    case Status::max_passes:
      return "max_passes";
    case Status::max_seconds:
      return "max_seconds";
    case Status::stalled:
      return "stalled";
    case Status::interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace smsvm
