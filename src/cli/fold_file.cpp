#include "cli/fold_file.hpp"

#include <fmt/format.h>

#include <map>

#include "cli/text.hpp"
#include "cli/word_lines.hpp"
#include "data/excerpt.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {

GivenFolds read_folds(const std::string& path, const TrainingRun& run) {
  const Source source = Source::open(path);
  std::map<std::string, std::int32_t, std::less<>> number;
  std::vector<std::int32_t> of_row;
  for_each_line(source, "expected the fold of a row", [&](WordLine& line) {
    const std::string_view word = line.next_word();
    if (std::ssize(of_row) == run.rows_read)
      line.fail(fmt::format("more folds than the {} of the data", counted(run.rows_read, "row")));
    of_row.push_back(number.try_emplace(std::string(word), static_cast<std::int32_t>(number.size())).first->second);
    if (!line.at_end()) line.fail(fmt::format("{} follows the fold", quoted(line.next_word())));
  });
  if (std::ssize(of_row) < run.rows_read) {
    throw DataError({source.name(), 0, 0}, fmt::format("folds for {}", counted(std::ssize(of_row), "row")),
                    fmt::format("expected one for each of the {} of the data", counted(run.rows_read, "row")));
  }
  GivenFolds given{static_cast<int>(number.size()), {}};
  if (run.weights.positive.empty()) {
    given.of_row = std::move(of_row);
  } else {
    for (const std::int64_t row : run.weights.positive) given.of_row.push_back(of_row[static_cast<std::size_t>(row)]);
  }
  return given;
}

}  // namespace smsvm::cli
