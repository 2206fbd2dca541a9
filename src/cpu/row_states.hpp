#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "cpu/row_state.hpp"
#include "cpu/shards.hpp"
#include "rows/backend.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// The state of the rows of each problem, and which rows each uses: all that a backend on the host keeps and does
/// without reading a row. There is a function for each request.
class RowStates {
 public:
  RowStates(const Dataset& data, BackendOptions options);

  const BackendOptions& options() const { return options_; }
  ThreadPool& pool() { return pool_; }
  RowState& state(std::size_t problem) { return state_[problem]; }
  const Shards& shards_of(std::size_t problem) { return shards(problem); }
  const Shards& all_rows() const { return *levels_.front(); }
  bool is_frozen(std::size_t problem) const { return frozen_[problem] != nullptr; }

  void answer(const request::Describe& what, Answer& answer);
  void answer(const request::UseSample& what, Answer& answer);
  void answer(const request::UseNear& what, Answer& answer);
  void answer(const request::Thaw& what, Answer& answer);
  void answer(const request::CountNear& what, Answer& answer);
  void answer(const request::Cut& what, Answer& answer);
  void answer(const request::AddWeights& what, Answer& answer);
  void answer(const request::Accept& what, Answer& answer);
  void answer(const request::Release& what, Answer& answer);
  // row_columns.cpp
  void answer(const request::GetColumn& what, Answer& answer);
  void answer(const request::PutColumn& what, Answer& answer);
  void answer(const request::GetState& what, Answer& answer);
  void answer(const request::PutState& what, Answer& answer);
  void answer(const request::GetNear& what, Answer& answer);
  void answer(const request::PutNear& what, Answer& answer);

 private:
  /// What is kept while a problem uses its near rows alone.
  struct FrozenState {
    std::unique_ptr<Shards> near;
    struct Row {
      double slack, distance, dual;
    };
    std::vector<Row> before;  ///< the near rows' accepted state and ā
    double epsilon = 1;       ///< of that state
    bool is_swapped = false;  ///< that of the other rows stands among the trial state now
  };

  Shards& shards(std::size_t problem) { return frozen_[problem] ? *frozen_[problem]->near : *levels_[level_[problem]]; }
  bool is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const;
  /// Once the near rows are known and cut: what they were is kept, and they begin anew.
  void begin_with_near_rows(std::size_t problem);
  void make_zero(UninitializedVector<double>& column);
  /// Calls work(from, to) for ranges of rows, in parallel.
  template <class Work>
  void for_each_range(const Work& work) {
    constexpr std::int64_t together = 1 << 16;
    pool_.for_each((data_.rows + together - 1) / together, [&](std::int64_t k) {
      work(static_cast<std::size_t>(k * together), static_cast<std::size_t>(std::min((k + 1) * together, data_.rows)));
    });
  }

  const Dataset& data_;
  BackendOptions options_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<Shards>> levels_;       ///< made when first asked for
  std::vector<std::size_t> level_;                    ///< of each problem, in levels_
  std::vector<std::unique_ptr<FrozenState>> frozen_;  ///< of each problem, if any
  std::vector<RowState> state_;
  std::vector<double> put_near_;  ///< until Cut has made it the rows in use
};

}  // namespace smsvm
