#include "select/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/random_stream.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

std::vector<std::vector<std::size_t>> rows_of_classes(std::span<const std::int32_t> class_of_row) {
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < class_of_row.size(); ++i) {
    const auto its_class = static_cast<std::size_t>(class_of_row[i]);
    if (its_class >= rows.size()) rows.resize(its_class + 1);
    rows[its_class].push_back(i);
  }
  return rows;
}

void shuffle(std::vector<std::size_t>& list, RandomStream& random) {
  for (std::size_t k = list.size(); k > 1; --k) std::swap(list[k - 1], list[random.bits() % k]);
}

}  // namespace

std::vector<double> FoldAssignment::weights_without(int fold, std::span<const double> weight) const {
  std::vector<double> left(of_row.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = of_row[i] == fold ? 0 : weight.empty() ? 1 : weight[i];
  return left;
}

FoldAssignment stratified_folds(std::span<const std::int32_t> class_of_row, int folds, std::uint64_t seed) {
  FoldAssignment dealt{folds, std::vector<std::int32_t>(class_of_row.size())};
  RandomStream random(seed, 0);
  int next = 0;  // goes on from class to class, so that the sizes differ by one at most
  for (auto& rows : rows_of_classes(class_of_row)) {
    shuffle(rows, random);
    for (const std::size_t row : rows) {
      dealt.of_row[row] = next;
      next = (next + 1) % folds;
    }
  }
  return dealt;
}

void check_folds(std::string_view option, int folds, std::int64_t rows) {
  if (folds < 2) throw OptionError(fmt::format("{} is {}; it must be at least 2", option, folds));
  if (folds > most_folds) throw OptionError(fmt::format("{} is {}; it must be at most {}", option, folds, most_folds));
  if (folds > rows) throw OptionError(fmt::format("{} is {}; there are only {} rows", option, folds, rows));
}

}  // namespace smsvm
