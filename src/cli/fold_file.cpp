#include "cli/fold_file.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "cli/text.hpp"
#include "cli/word_lines.hpp"
#include "data/excerpt.hpp"
#include "select/folds.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {

GivenFolds read_folds(const std::string& path, const TrainingRun& run) {
  const Source source = Source::open(path);
  std::vector<std::string> of_row;
  for_each_line(source, "expected the fold of a row", [&](WordLine& line) {
    const std::string_view word = line.next_word();
    if (std::ssize(of_row) == run.problem.rows_given)
      line.fail(fmt::format("more folds than the {} of the data", counted(run.problem.rows_given, "row")));
    of_row.emplace_back(word);
    if (!line.at_end()) line.fail(fmt::format("{} follows the fold", in_quotes(line.next_word())));
  });
  if (std::ssize(of_row) < run.problem.rows_given) {
    throw DataError({source.name(), 0, 0}, fmt::format("folds for {}", counted(std::ssize(of_row), "row")),
                    fmt::format("expected one for each of the {} of the data", counted(run.problem.rows_given, "row")));
  }
  std::unordered_map<std::string, std::int32_t> number;
  GivenFolds given;
  for (const std::string& fold : run.problem.kept_of(of_row))
    given.of_row.push_back(number.try_emplace(fold, static_cast<std::int32_t>(number.size())).first->second);
  given.folds = static_cast<int>(number.size());
  if (given.folds < 2) {
    throw DataError({source.name(), 0, 0},
                    fmt::format("every row is in fold {}", in_quotes(std::string_view(of_row.front()))),
                    "expected at least two folds");
  }
  if (given.folds > most_folds) {
    throw DataError({source.name(), 0, 0}, counted(given.folds, "different fold"),
                    fmt::format("expected at most {}: rows with the same word are a fold", with_thousands(most_folds)));
  }
  return given;
}

}  // namespace smsvm::cli
