#include "report/paint.hpp"

#include <fmt/format.h>

namespace smsvm::report {

std::string fill(const Paint& inside) {
  return fmt::format("fill=\"{1}\" style=\"fill:var({0},{1})\"", inside.variable, inside.colour);
}

std::string stroke(const Paint& outline) {
  return fmt::format("fill=\"none\" stroke=\"{1}\" style=\"stroke:var({0},{1})\"", outline.variable, outline.colour);
}

std::string fill_and_stroke(const Paint& inside, const Paint& outline) {
  return fmt::format("fill=\"{1}\" stroke=\"{3}\" style=\"fill:var({0},{1});stroke:var({2},{3})\"", inside.variable,
                     inside.colour, outline.variable, outline.colour);
}

}  // namespace smsvm::report
