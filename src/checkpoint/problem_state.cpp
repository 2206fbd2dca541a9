#include "checkpoint/problem_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t rows_of_window = 1 << 20;
constexpr std::size_t numbers_of_row = ProblemState::numbers_of_near_row;

[[noreturn]] void refuse() { throw Error(ErrorKind::bad_data, "the state of the rows was altered"); }

/// A count or a flag, within what it can be.
std::int64_t count_in(double number, std::int64_t most) {
  if (!(number >= 0 && number <= static_cast<double>(most)) || number != std::floor(number)) refuse();
  return static_cast<std::int64_t>(number);
}

/// Of the ladder: levels with hardly any rows are never used.
std::int64_t deepest_level(std::int64_t rows) {
  std::int64_t level = 0;
  while (rows >> (2 * (level + 1)) > 100) ++level;
  return level;
}

class Asker {
 public:
  Asker(Backend& rows, std::size_t problem) : backend_(rows), problem_(problem) {
    rows_ = static_cast<std::int64_t>(ask(request::Describe{}).front());
  }
  const std::vector<double>& ask(const Request& request) {
    backend_.ask(request, answer_);
    return answer_.numbers;
  }
  std::int64_t rows() const { return rows_; }

  /// Calls visit(column, first row, rows) for each window of each column that is kept.
  template <class Visit>
  void for_each_window(bool has_given, const Visit& visit) const {
    std::vector<Column> kept(state_columns.begin(), state_columns.end());
    if (has_given) kept.push_back(Column::given);
    for (const Column column : kept)
      for (std::int64_t first = 0; first < rows_; first += rows_of_window)
        visit(column, first, std::min(rows_of_window, rows_ - first));
  }

  void restore_near(const NumberSource& take) {
    double counted = 0;
    take({&counted, 1});
    const std::int64_t count = count_in(counted, rows_);
    if (count == 0) refuse();
    std::vector<double> near(static_cast<std::size_t>(count) * numbers_of_row);
    take(near);
    std::int64_t last = -1;
    for (std::size_t at = 0; at < near.size(); at += numbers_of_row) {
      const std::int64_t row = count_in(near[at], rows_ - 1);
      if (row <= last) refuse();
      last = row;
    }
    ask(request::PutNear{problem_, near});
    ask(request::UseNear{.problem = problem_, .nearness = {}, .as_put = true});
  }

 private:
  Backend& backend_;
  std::size_t problem_;
  std::int64_t rows_ = 0;
  Answer answer_;
};

}  // namespace

void save_state(Backend& rows, std::size_t problem, const NumberSink& put) {
  Asker asker(rows, problem);
  const std::vector<double> state = asker.ask(request::GetState{problem});
  put(state);
  if (state[ProblemState::is_present] == 0) return;
  const bool has_given = state[ProblemState::has_given] == 1;
  asker.for_each_window(has_given, [&](Column column, std::int64_t first, std::int64_t count) {
    put(asker.ask(request::GetColumn{problem, column, first, count}));
  });
  if (state[ProblemState::is_frozen] == 0) return;
  const std::vector<double>& near = asker.ask(request::GetNear{problem});
  put(std::array{static_cast<double>(near.size() / numbers_of_row)});
  put(near);
}

void restore_state(Backend& rows, std::size_t problem, const NumberSource& take) {
  Asker asker(rows, problem);
  ProblemState::Numbers state{};
  take(state);
  const bool is_present = count_in(state[ProblemState::is_present], 1) == 1,
             has_given = count_in(state[ProblemState::has_given], 1) == 1,
             is_frozen = count_in(state[ProblemState::is_frozen], 1) == 1;
  count_in(state[ProblemState::is_swapped], 1);
  const std::int64_t level = count_in(state[ProblemState::level], deepest_level(asker.rows()));
  asker.ask(request::UseSample{problem, 0});  // where every problem begins: sums of all rows need it at any level
  if (level > 0) asker.ask(request::UseSample{problem, static_cast<int>(level)});
  if (is_present) {
    std::vector<double> numbers;
    asker.for_each_window(has_given, [&](Column column, std::int64_t first, std::int64_t count) {
      numbers.resize(static_cast<std::size_t>(count));
      take(numbers);
      asker.ask(request::PutColumn{problem, column, first, numbers});
    });
    if (is_frozen) asker.restore_near(take);
  }
  asker.ask(request::PutState{problem, state});
}

}  // namespace smsvm
