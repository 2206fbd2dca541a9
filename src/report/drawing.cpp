#include "report/blocks.hpp"

namespace smsvm::report {

std::string svg(const Drawing& drawing) {
  return std::visit([](const auto& one) { return svg(one); }, drawing);
}

const std::string& title_of(const Drawing& drawing) {
  return std::visit([](const auto& one) -> const std::string& { return one.title; }, drawing);
}

}  // namespace smsvm::report
