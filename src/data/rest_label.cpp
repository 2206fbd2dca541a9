#include "data/rest_label.hpp"

#include <algorithm>
#include <string>

namespace smsvm {

Label name_of_the_rest(const std::vector<Label>& labels, const Label& positive) {
  const auto taken = [&](const Label& label) { return std::ranges::find(labels, label) != labels.end(); };
  Label minus_one = Label::parse("-1");
  if (positive.numeric && !taken(minus_one)) return minus_one;
  std::string name = "rest";
  while (taken(Label::parse(name))) name = "not-" + positive.text + "-" + name;
  return Label::parse(name);
}

}  // namespace smsvm
