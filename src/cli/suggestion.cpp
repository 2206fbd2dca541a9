#include "cli/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <string_view>

namespace smsvm::cli {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> before_previous, previous(to.size() + 1), row(to.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before_previous[j - 2] + 1);
    }
    before_previous = previous;
    previous = row;
  }
  return previous.back();
}

}  // namespace

namespace {

std::string bare(const std::string& name) {
  std::string text = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

struct Counterpart {
  std::string_view of_others, here;
};
constexpr std::array counterparts = {
    Counterpart{"-s", "the hinge loss with ℓ2, LIBLINEAR's -s 3, is what smsvm solves; --l1-ratio adds ℓ1"},
    Counterpart{"-c", "LIBLINEAR's -c is -C here"},
    Counterpart{"-B", "LIBLINEAR's -B 1 is --intercept penalized here, its -B -1 is --intercept none"},
    Counterpart{"-R", "LIBLINEAR's -R is --intercept free here, the default"},
    Counterpart{"-e", "instead of LIBLINEAR's -e there is --tolerance, a proved relative gap"},
    Counterpart{"-n", "LIBLINEAR's -n or -m, the number of threads, is --threads here"},
    Counterpart{"-m", "LIBLINEAR's -n or -m, the number of threads, is --threads here"},
    Counterpart{"-b",
                "probabilities, LIBLINEAR's -b 1, come from 'smsvm train --calibrate platt', then "
                "'smsvm predict --probability'"},
    Counterpart{"-p", "LIBLINEAR's -p is for regression, which smsvm does not do"},
    Counterpart{"-v", "cross-validation, LIBLINEAR's -v N, is 'smsvm cv --folds N'"}};

constexpr std::array words_of_others = {Counterpart{"cost", "-C"},
                                        Counterpart{"lambda", "--l2"},
                                        Counterpart{"alpha", "--l2"},
                                        Counterpart{"penalty", "--l1-ratio"},
                                        Counterpart{"target", "--label-column"},
                                        Counterpart{"sep", "--delimiter"},
                                        Counterpart{"separator", "--delimiter"},
                                        Counterpart{"jobs", "--threads"},
                                        Counterpart{"njobs", "--threads"},
                                        Counterpart{"j", "--threads"},
                                        Counterpart{"maxiter", "--max-passes"},
                                        Counterpart{"epochs", "--max-passes"},
                                        Counterpart{"eps", "--tolerance"},
                                        Counterpart{"epsilon", "--tolerance"},
                                        Counterpart{"timeout", "--max-seconds"},
                                        Counterpart{"weights", "--sample-weight"},
                                        Counterpart{"standardize", "--scale"}};

}  // namespace

std::string counterpart_of_liblinear(const std::string& given) {
  constexpr std::string_view drop_in = "; 'smsvm liblinear-train' and 'liblinear-predict' take LIBLINEAR's own options";
  if (given.starts_with("-w") && given.size() > 2)
    return fmt::format("LIBLINEAR's {} W is --class-weight {}=W here{}", given, given.substr(2), drop_in);
  const auto found = std::ranges::find(counterparts, given.substr(0, 2), &Counterpart::of_others);
  return found == counterparts.end() || given.starts_with("--") ? "" : fmt::format("{}{}", found->here, drop_in);
}

std::string did_you_mean(const std::string& given, const std::vector<std::string>& names) {
  if (names.empty() || given.size() > 100) return {};
  const auto same = std::ranges::find(names, bare(given), bare);  // --C for -C, or another case
  if (same != names.end()) return fmt::format("; did you mean {}?", *same);
  std::string word = bare(given);
  std::erase_if(word, [](char c) { return c == '-' || c == '_'; });
  const auto other = std::ranges::find(words_of_others, word, &Counterpart::of_others);
  if (other != words_of_others.end() && std::ranges::find(names, other->here) != names.end())
    return fmt::format("; did you mean {}?", other->here);
  if (bare(given).size() < 3) return {};  // of so few letters, any two words are alike
  const auto distance = [&](const std::string& name) {
    // The beginning of a name is as good as a slip.
    return given.size() >= 3 && name.starts_with(given) ? std::size_t{1} : edit_distance(given, name);
  };
  const std::string& nearest = *std::ranges::min_element(names, {}, distance);
  const std::size_t most = std::max<std::size_t>(2, given.size() / 3);
  if (distance(nearest) > most || distance(nearest) >= given.size()) return {};
  return fmt::format("; did you mean {}?", nearest);
}

}  // namespace smsvm::cli
